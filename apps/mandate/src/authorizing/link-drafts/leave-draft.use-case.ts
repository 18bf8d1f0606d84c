import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { AbandonMandate } from '../../lifecycle/mandates/abandon-mandate.use-case.js';
import { LeftDrafts } from './persistence/left-drafts.js';

/**
 * A payment link no longer waits for its mandate, in the transaction that hears of it. The request
 * that makes the mandate may still be on its way: then it is remembered as left.
 */
@Injectable()
export class LeaveDraft {
  constructor(
    private readonly leftDrafts: LeftDrafts,
    private readonly abandonMandate: AbandonMandate,
  ) {}

  async execute(
    tx: AppTx,
    { mandateId, reason }: { readonly mandateId: MandateId; readonly reason: string },
  ): Promise<void> {
    await this.leftDrafts.hold(tx, mandateId);
    const mandate = await this.abandonMandate.within(tx, mandateId, { reason });
    if (!mandate) await this.leftDrafts.note(tx, mandateId);
  }
}

import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { LeftDrafts } from './persistence/left-drafts.js';

/**
 * Closes the draft that a payment link gave up, in the transaction that records this news. If the
 * request for the draft has not arrived yet, the draft is recorded as abandoned.
 */
@Injectable()
export class LeaveDraft {
  constructor(
    private readonly leftDrafts: LeftDrafts,
    private readonly mandates: MandatesService,
  ) {}

  async execute(
    tx: AppTx,
    {
      mandateId,
      ...left
    }: { readonly mandateId: MandateId; readonly reason: string; readonly at?: Date },
  ): Promise<void> {
    await this.leftDrafts.hold(tx, mandateId);
    const mandate = await this.mandates.abandon(tx, mandateId, left);
    if (!mandate) await this.leftDrafts.note(tx, mandateId);
  }
}

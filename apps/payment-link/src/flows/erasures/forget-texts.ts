import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { ForgetTransferTexts } from '../../links/manual-transfers/forget-transfer-texts.use-case.js';
import { ForgetContents } from '../../links/payment-links/forget-contents.use-case.js';
import { ForgetBills } from '../../money/bills/forget-bills.use-case.js';

/** Texts about an erased person, wherever they stand beside money that stays. */
@Injectable()
export class ForgetTexts {
  constructor(
    private readonly links: ForgetContents,
    private readonly bills: ForgetBills,
    private readonly transfers: ForgetTransferTexts,
  ) {}

  /** @param person with the names that texts may tell */
  async execute(
    tx: AppTx,
    { userId, names }: { readonly userId: PaymentUserId; readonly names: readonly string[] },
  ): Promise<void> {
    await this.links.execute(tx, userId);
    await this.bills.execute(tx, userId);
    await this.transfers.execute(tx, names);
  }
}

import { Injectable } from '@nestjs/common';
import type { SenderAccount } from '@towpath/contracts/payment-link';
import type { PaymentId, PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { mandateCharges } from './mandate-charge.table.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';

@Injectable()
export class MandateChargesReads {
  constructor(private readonly externalAccounts: ExternalAccountsReads) {}

  /**
   * The account that a payment by direct debit is collected from, for the one who pays. Null before
   * the charge is written, and for a deleted or foreign account.
   */
  async chargedAccount(
    tx: AppTx,
    { paymentId, userId }: { readonly paymentId: PaymentId; readonly userId: PaymentUserId },
  ): Promise<SenderAccount | null> {
    const accountId = (await mandateCharges.find(tx, { paymentId }))?.bank.senderAccountId ?? null;
    if (accountId === null) return null;
    const account = (await this.externalAccounts.byId(tx, [accountId])).get(accountId);
    return account?.userId === userId ? this.externalAccounts.senderBody(account) : null;
  }
}

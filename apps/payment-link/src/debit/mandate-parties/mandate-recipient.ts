import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type PaymentAccountId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';

interface Needs {
  readonly recipient_account_id: string;
  readonly currency: string;
}

/** The settlement account of a new mandate: it must take mandates and the currency. */
@Injectable()
export class MandateRecipient {
  constructor(private readonly accounts: PaymentAccountsReads) {}

  async of(tx: AppTx, { recipient_account_id, currency }: Needs): Promise<PaymentAccountId> {
    const accountId = parseId<PaymentAccountId>(recipient_account_id);
    const account = accountId && (await this.accounts.byId(tx, [accountId])).get(accountId);
    await tx.begun;
    const live = tx.customerApp.type === 'LIVE';
    if (account?.live !== live || !account.paymentMethodTypes.includes('MANDATE')) {
      throw new DomainError(
        'PAYMENT_ACCOUNT_NOT_FOUND',
        'recipient_account.account_id must be a settlement account that accepts mandates.',
      );
    }
    if (!account.currencies.includes(currency)) {
      throw new DomainError(
        'CURRENCY_MISMATCH',
        `The settlement account does not take ${currency}.`,
      );
    }
    return account.accountId;
  }
}

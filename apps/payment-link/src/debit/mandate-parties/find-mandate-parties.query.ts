import { Injectable } from '@nestjs/common';
import type { MandateParties, MandatePartiesOfAccountRequest } from '@towpath/contracts/internal';
import { DomainError, parseId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import {
  assertKeptIn,
  type ExternalAccount,
} from '../../parties/payment-accounts/external-account.js';
import { MandateRecipient } from './mandate-recipient.js';
import { ReadMandateParties } from './read-mandate-parties.query.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';

/** Finds the parties of a mandate that is requested for a known account of a payer. */
@Injectable()
export class FindMandateParties {
  constructor(
    private readonly transactions: Transactions,
    private readonly recipient: MandateRecipient,
    private readonly externalAccounts: ExternalAccountsReads,
    private readonly readMandateParties: ReadMandateParties,
  ) {}

  execute(asked: MandatePartiesOfAccountRequest): Promise<MandateParties> {
    return this.transactions.forApp(asked.customer_app_id as CustomerAppId, async (tx) => {
      const accountId = await this.recipient.of(tx, asked);
      const { accountId: senderAccountId, userId } = await this.senderAccount(tx, asked);
      const [parties] = await this.readMandateParties.of(tx, [
        { user_id: userId, account_id: accountId, sender_account_id: senderAccountId },
      ]);
      if (!parties) throw new Error('the parties of a mandate do not exist');
      return parties;
    });
  }

  private async senderAccount(
    tx: AppTx,
    { sender_account_id, currency }: MandatePartiesOfAccountRequest,
  ): Promise<ExternalAccount> {
    const accountId = parseId<PaymentAccountId>(sender_account_id);
    const account = accountId && (await this.externalAccounts.byId(tx, [accountId])).get(accountId);
    if (!account?.holder) {
      throw new DomainError(
        'PAYMENT_ACCOUNT_NOT_FOUND',
        'sender_account.account_id must be an external account of a payment user.',
      );
    }
    if (account.holder.number === null) {
      throw new DomainError(
        'INVALID_REQUEST',
        'sender_account.account_id must be that of an account whose full number is known.',
      );
    }
    assertKeptIn(account, currency);
    return account;
  }
}

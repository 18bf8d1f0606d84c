import { Injectable } from '@nestjs/common';
import type {
  MandateParties,
  MandatePartiesKey,
  ReadMandatePartiesRequest,
  ReadMandatePartiesResponse,
} from '@towpath/contracts/internal';
import type { CustomerAppId, PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { ExternalAccount } from '../../parties/payment-accounts/external-account.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import {
  PaymentAccountsReads,
  recipientAccountBody,
} from '../../parties/payment-accounts/payment-accounts.reads.js';

/** Users and accounts for a page of mandates; incomplete pairs are omitted. */
@Injectable()
export class ReadMandateParties {
  constructor(
    private readonly transactions: Transactions,
    private readonly listSenders: PaymentUsersReads,
    private readonly accounts: PaymentAccountsReads,
    private readonly externalAccounts: ExternalAccountsReads,
  ) {}

  execute(asked: ReadMandatePartiesRequest): Promise<ReadMandatePartiesResponse> {
    return this.transactions.forApp(asked.customer_app_id as CustomerAppId, async (tx) => ({
      parties: await this.of(tx, asked.parties, { plaintext: asked.plaintext ?? false }),
    }));
  }

  async of(
    tx: AppTx,
    keys: readonly MandatePartiesKey[],
    { plaintext } = { plaintext: false },
  ): Promise<MandateParties[]> {
    const people = await this.listSenders.byId(
      tx,
      keys.map(({ user_id }) => user_id as PaymentUserId),
    );
    const accounts = await this.accounts.byId(
      tx,
      keys.map(({ account_id }) => account_id as PaymentAccountId),
    );
    const paying = await this.externalAccounts.byId(
      tx,
      keys.flatMap(({ sender_account_id: id }) => (id ? [id as PaymentAccountId] : [])),
    );
    return keys.flatMap(({ user_id, account_id, sender_account_id }) => {
      const user = people.get(user_id as PaymentUserId);
      const account = accounts.get(account_id as PaymentAccountId);
      if (!user || !account) return [];
      const { email } = user.snapshot.personal;
      const named = sender_account_id && paying.get(sender_account_id as PaymentAccountId);
      // one of another user is as unknown as one that is gone
      const senderAccount = named && named.userId === user_id ? named : undefined;
      return [
        {
          user_id,
          account_id,
          ...(sender_account_id ? { sender_account_id } : {}),
          ...(senderAccount ? { sender_account: this.shown(senderAccount, { plaintext }) } : {}),
          sender: this.listSenders.sender(user),
          ...(email === null ? {} : { email }),
          recipient: { name: account.legalEntityName ?? tx.customerApp.name },
          recipient_account: recipientAccountBody(account.accountId, account),
          collection_entity_name: account.legalEntityName ?? undefined,
          integration_id: account.mandateIntegrationId ?? undefined,
          live: account.live,
        },
      ];
    });
  }

  private shown(account: ExternalAccount, { plaintext }: { readonly plaintext: boolean }) {
    return plaintext
      ? this.externalAccounts.plaintext(account)
      : this.externalAccounts.senderBody(account);
  }
}

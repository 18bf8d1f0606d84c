import { Injectable } from '@nestjs/common';
import type { PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { ExternalAccount } from '../../parties/payment-accounts/domain/external-account.js';
import type { SettlementAccount } from '../../parties/payment-accounts/domain/settlement-account.js';
import { FindRecipients } from '../../parties/payment-accounts/find-recipients.query.js';
import { FindSenderAccounts } from '../../parties/payment-accounts/find-sender-accounts.query.js';
import type { PaymentUser } from '../../parties/payment-users/domain/payment-user.js';
import { ListSenders } from '../../parties/payment-users/list-senders.query.js';

/** Senders and recipients of a page of payouts. Deleted accounts are in no map. */
export interface PayoutParties {
  readonly settlement: ReadonlyMap<PaymentAccountId, SettlementAccount>;
  readonly external: ReadonlyMap<PaymentAccountId, ExternalAccount>;
  readonly users: ReadonlyMap<PaymentUserId, PaymentUser>;
}

interface NamedAccounts {
  readonly senderAccountId: PaymentAccountId | null;
  readonly recipientAccountId: PaymentAccountId | null;
  /** Owner of the recipient's account, if known without the account. */
  readonly userId?: PaymentUserId;
}

@Injectable()
export class ReadPayoutParties {
  constructor(
    private readonly findRecipients: FindRecipients,
    private readonly findSenderAccounts: FindSenderAccounts,
    private readonly listSenders: ListSenders,
  ) {}

  async of(tx: AppTx, payouts: readonly NamedAccounts[]): Promise<PayoutParties> {
    const [settlement, external] = await Promise.all([
      this.findRecipients.byId(
        tx,
        payouts.flatMap(({ senderAccountId }) => senderAccountId ?? []),
      ),
      this.findSenderAccounts.execute(
        tx,
        payouts.flatMap(({ recipientAccountId }) => recipientAccountId ?? []),
      ),
    ]);
    const userIds = [
      ...payouts.flatMap(({ userId }) => userId ?? []),
      ...[...external.values()].map(({ userId }) => userId),
    ];
    return { settlement, external, users: await this.listSenders.execute(tx, userIds) };
  }
}

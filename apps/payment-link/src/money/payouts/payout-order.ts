import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { FindSenderAccounts } from '../../parties/payment-accounts/find-sender-accounts.query.js';
import type { PayoutOrder } from './connectors/ports.js';
import type { Payout } from './payout.js';

/** The order for the bank of a payout. */
@Injectable()
export class ReadPayoutOrder {
  constructor(private readonly findSenderAccounts: FindSenderAccounts) {}

  /** Null once the account of the recipient is deleted, or the recipient erased. */
  async of(tx: AppTx, { snapshot }: Payout): Promise<PayoutOrder | null> {
    const { recipientAccountId } = snapshot;
    const found = await this.findSenderAccounts.execute(tx, [recipientAccountId]);
    const holder = found.get(recipientAccountId)?.holder;
    if (!holder?.number) return null;
    return {
      reference: snapshot.payoutId,
      customerAppId: snapshot.customerAppId,
      debtorAccount: snapshot.senderAccountId,
      creditorName: holder.name,
      creditorAccountNumber: holder.number.number,
      amount: snapshot.amount,
      currency: snapshot.currency,
      description: snapshot.description,
    };
  }
}

import { Injectable } from '@nestjs/common';
import { embeddedError } from '@towpath/contracts';
import type { Fee, PayoutDetailsResponse, PayoutResponse } from '@towpath/contracts/payment-link';
import { utcDate } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { recipientAccountBody } from '../../parties/payment-accounts/payment-account.view.js';
import { SenderAccountView } from '../../parties/payment-accounts/sender-account.view.js';
import { PaymentUserView } from '../../parties/payment-users/payment-user.view.js';
import type { Payout } from './payout.js';
import type { PayoutSnapshot } from './payout.table.js';
import { ReadPayoutParties, type PayoutParties } from './payout-parties.js';

/** The public form of payouts; it reads users and accounts of a whole page at once. */
@Injectable()
export class PayoutView {
  constructor(
    private readonly parties: ReadPayoutParties,
    private readonly users: PaymentUserView,
    private readonly accounts: SenderAccountView,
  ) {}

  async bodies(tx: AppTx, payouts: readonly Payout[]): Promise<PayoutResponse[]> {
    const parties = await this.parties.of(
      tx,
      payouts.map(({ snapshot }) => snapshot),
    );
    return payouts.map((payout) => this.body(tx, payout, parties));
  }

  body(tx: AppTx, { snapshot }: Payout, parties: PayoutParties): PayoutResponse {
    const { senderAccountId, recipientAccountId } = snapshot;
    const paying = parties.settlement.get(senderAccountId);
    const receiving = parties.external.get(recipientAccountId);
    const user = parties.users.get(snapshot.userId);
    return {
      ...ownMembers(snapshot),
      sender: { name: paying?.legalEntityName ?? tx.customerApp.name },
      sender_account: recipientAccountBody(senderAccountId, paying),
      recipient: user && this.users.sender(user),
      recipient_account: receiving
        ? this.accounts.body(receiving)
        : { account_id: recipientAccountId, account_type: 'EXTERNAL_ACCOUNT' },
    };
  }
}

function ownMembers(snapshot: PayoutSnapshot): PayoutResponse {
  const { executedAt, failure } = snapshot;
  return {
    payout_id: snapshot.payoutId,
    status: snapshot.status,
    type: snapshot.type,
    amount: snapshot.amount,
    currency: snapshot.currency,
    live: snapshot.live,
    transaction_date: executedAt ? utcDate(executedAt) : undefined,
    transaction_time: executedAt?.toISOString(),
    payment_details: detailsOf(snapshot),
    fees: feesOf(snapshot),
    metadata: snapshot.metadata ?? undefined,
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    created_at: snapshot.createdAt.toISOString(),
    updated_at: snapshot.updatedAt.toISOString(),
  };
}

/** The merchant is the sender of a payout. */
function feesOf({ feeAmount, currency, senderAccountId }: PayoutSnapshot): Fee[] | undefined {
  if (feeAmount === 0) return undefined;
  const account = { paid_by: 'SENDER', paid_by_account_id: senderAccountId } as const;
  return [{ amount: feeAmount, currency, ...account }];
}

function detailsOf(snapshot: PayoutSnapshot): PayoutDetailsResponse {
  const { scheduledDate, processorReference } = snapshot;
  return {
    description: snapshot.description ?? undefined,
    external_transaction_reference: snapshot.externalTransactionReference ?? undefined,
    mandate_id: snapshot.mandateId ?? undefined,
    scheduled_date: scheduledDate === null ? undefined : `${scheduledDate}T00:00:00.000Z`,
    processor_details: {
      processor_id: snapshot.integrationId,
      processor_reference: processorReference ?? undefined,
    },
    references: {
      service_transaction_reference: snapshot.payoutId,
      bank_transaction_reference: snapshot.bankTransactionReference ?? undefined,
    },
  };
}

import { Injectable } from '@nestjs/common';
import {
  embeddedError,
  type CardDetails,
  type PaymentDetailsResponse,
  type PaymentMethodSnapshot,
  type PaymentProcessorDetails,
  type PaymentResponse,
  type WalletDetails,
} from '@towpath/contracts';
import type { AppTx } from '@towpath/persistence';
import { FindRecipients } from '../payment-accounts/find-recipients.query.js';
import { recipientAccountBody } from '../payment-accounts/payment-account.view.js';
import { ListSenders } from '../payment-users/list-senders.query.js';
import { PaymentUserView } from '../payment-users/payment-user.view.js';
import type { Payment, PaymentSnapshot } from './domain/payment.js';

/** How payments look from outside, with the people and accounts of a whole page read at once. */
@Injectable()
export class PaymentView {
  constructor(
    private readonly senders: ListSenders,
    private readonly recipients: FindRecipients,
    private readonly users: PaymentUserView,
  ) {}

  async bodies(tx: AppTx, payments: readonly Payment[]): Promise<PaymentResponse[]> {
    const snapshots = payments.map(({ snapshot }) => snapshot);
    const people = await this.senders.execute(
      tx,
      snapshots.map(({ userId }) => userId),
    );
    const accounts = await this.recipients.byId(
      tx,
      snapshots.map(({ recipientAccountId }) => recipientAccountId),
    );
    return snapshots.map((snapshot) => {
      const sender = people.get(snapshot.userId);
      const account = accounts.get(snapshot.recipientAccountId);
      return {
        ...ownMembers(snapshot),
        recipient: { name: account?.legalEntityName ?? tx.customerApp.name },
        recipient_account: recipientAccountBody(snapshot.recipientAccountId, account),
        sender: sender && this.users.sender(sender),
      };
    });
  }
}

function ownMembers(snapshot: PaymentSnapshot): PaymentResponse {
  const { amount, surchargeAmount, failure } = snapshot;
  return {
    payment_id: snapshot.paymentId,
    amount,
    surcharge_amount: surchargeAmount,
    amount_total_with_surcharge: amount + surchargeAmount,
    currency: snapshot.currency,
    type: snapshot.type,
    status: snapshot.status,
    live: snapshot.live,
    payment_method_id: snapshot.paymentMethodId ?? undefined,
    payment_details: detailsOf(snapshot),
    payment_method: methodOf(snapshot),
    metadata: snapshot.metadata ?? undefined,
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    created_at: snapshot.createdAt.toISOString(),
    updated_at: snapshot.updatedAt.toISOString(),
    amount_returned: snapshot.returned?.amount,
    returned_at: snapshot.returned?.at.toISOString(),
    return_reason: snapshot.returned?.reason,
  };
}

function methodOf({
  cardDetails,
  walletDetails,
}: PaymentSnapshot): PaymentMethodSnapshot | undefined {
  if (walletDetails) return { wallet: { wallet_details: walletDetails as WalletDetails } };
  return cardDetails ? { card: { card_details: cardDetails as CardDetails } } : undefined;
}

function detailsOf(snapshot: PaymentSnapshot): PaymentDetailsResponse {
  return {
    description: snapshot.description ?? undefined,
    mandate_id: snapshot.mandateId ?? undefined,
    external_transaction_reference: snapshot.externalTransactionReference ?? undefined,
    recurring_payment_mode: snapshot.recurringPaymentMode ?? undefined,
    references: {
      service_transaction_reference: snapshot.paymentId,
      dda_reference: snapshot.bank.ddaReference ?? undefined,
      bank_transaction_reference: snapshot.bank.bankTransactionReference ?? undefined,
    },
    processor_details: (snapshot.processorDetails as PaymentProcessorDetails | null) ?? undefined,
  };
}

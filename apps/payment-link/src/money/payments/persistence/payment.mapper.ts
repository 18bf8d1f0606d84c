import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentAttemptId,
  PaymentId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import { dateFromJson, type JsonRow, type Row } from '@towpath/persistence';
import { Payment, type PaymentReturn } from '../domain/payment.js';
import type { PaymentEntity } from './payment.entity.js';

export type PaymentRow = JsonRow<PaymentEntity>;

export function paymentFromRow(row: PaymentRow): Payment {
  return Payment.restore({
    paymentId: row.payment_id as PaymentId,
    customerAppId: row.customer_app_id as CustomerAppId,
    type: row.type,
    status: row.status,
    sequence: row.sequence,
    amount: row.amount,
    surchargeAmount: row.surcharge_amount,
    feeAmount: row.fee_amount,
    currency: row.currency,
    live: row.live,
    userId: row.user_id as PaymentUserId,
    externalUserId: row.external_user_id,
    senderType: row.sender_type,
    recipientAccountId: row.recipient_account_id as PaymentAccountId,
    paymentLinkId: row.payment_link_id as PaymentLinkId | null,
    attemptId: row.attempt_id as PaymentAttemptId | null,
    paymentMethodId: row.payment_method_id as PaymentMethodId | null,
    mandateId: row.mandate_id as MandateId | null,
    description: row.description,
    externalTransactionReference: row.external_transaction_reference,
    transactionReferenceId: row.transaction_reference_id,
    recurringPaymentMode: row.recurring_payment_mode,
    metadata: row.metadata,
    failure: row.failure,
    processorDetails: row.processor_details,
    cardDetails: row.card_details,
    walletDetails: row.wallet_details,
    bank: {
      institutionId: row.institution_id,
      senderAccountId: row.sender_account_id as PaymentAccountId | null,
      ddaReference: row.dda_reference,
      bankTransactionReference: row.bank_transaction_reference,
    },
    returned: returnOf(row),
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}

export function paymentKey({ snapshot }: Payment): Row {
  return { customer_app_id: snapshot.customerAppId, payment_id: snapshot.paymentId };
}

/** Columns that moves change. */
export function changingColumns({ snapshot }: Payment): Row {
  return {
    status: snapshot.status,
    failure: snapshot.failure,
    processor_details: snapshot.processorDetails,
    card_details: snapshot.cardDetails,
    wallet_details: snapshot.walletDetails,
    institution_id: snapshot.bank.institutionId,
    sender_account_id: snapshot.bank.senderAccountId,
    dda_reference: snapshot.bank.ddaReference,
    bank_transaction_reference: snapshot.bank.bankTransactionReference,
    amount_returned: snapshot.returned?.amount ?? null,
    returned_at: snapshot.returned?.at ?? null,
    return_reason: snapshot.returned?.reason ?? null,
    sequence: snapshot.sequence,
    updated_at: snapshot.updatedAt,
  };
}

export function fixedColumns({ snapshot }: Payment): Row {
  return {
    type: snapshot.type,
    amount: snapshot.amount,
    surcharge_amount: snapshot.surchargeAmount,
    fee_amount: snapshot.feeAmount,
    currency: snapshot.currency,
    live: snapshot.live,
    user_id: snapshot.userId,
    external_user_id: snapshot.externalUserId,
    sender_type: snapshot.senderType,
    recipient_account_id: snapshot.recipientAccountId,
    payment_link_id: snapshot.paymentLinkId,
    attempt_id: snapshot.attemptId,
    payment_method_id: snapshot.paymentMethodId,
    mandate_id: snapshot.mandateId,
    description: snapshot.description,
    external_transaction_reference: snapshot.externalTransactionReference,
    transaction_reference_id: snapshot.transactionReferenceId,
    recurring_payment_mode: snapshot.recurringPaymentMode,
    metadata: snapshot.metadata,
    created_at: snapshot.createdAt,
  };
}

function returnOf(row: PaymentRow): PaymentReturn | null {
  const { amount_returned: amount, returned_at: at, return_reason: reason } = row;
  return amount === null || at === null
    ? null
    : { amount, at: dateFromJson(at), reason: reason ?? '' };
}

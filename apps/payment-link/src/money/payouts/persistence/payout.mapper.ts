import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentId,
  PaymentUserId,
  PayoutId,
} from '@towpath/kernel';
import { dateFromJson, dateFromJsonOrNull, type JsonRow, type Row } from '@towpath/persistence';
import { Payout } from '../payout.js';
import type { PayoutEntity } from './payout.entity.js';

export type PayoutRow = JsonRow<PayoutEntity>;

export function payoutFromRow(row: PayoutRow): Payout {
  return Payout.restore({
    payoutId: row.payout_id as PayoutId,
    customerAppId: row.customer_app_id as CustomerAppId,
    type: row.type,
    status: row.status,
    sequence: row.sequence,
    amount: row.amount,
    feeAmount: row.fee_amount,
    currency: row.currency,
    live: row.live,
    senderAccountId: row.sender_account_id as PaymentAccountId,
    recipientAccountId: row.recipient_account_id as PaymentAccountId,
    userId: row.user_id as PaymentUserId,
    externalUserId: row.external_user_id,
    integrationId: row.integration_id,
    mandateId: row.mandate_id as MandateId | null,
    scheduledDate: row.scheduled_date,
    description: row.description,
    externalTransactionReference: row.external_transaction_reference,
    metadata: row.metadata,
    failure: row.failure,
    fundingPaymentId: row.funding_payment_id as PaymentId | null,
    processorReference: row.processor_reference,
    bankTransactionReference: row.bank_transaction_reference,
    submittedAt: dateFromJsonOrNull(row.submitted_at),
    executedAt: dateFromJsonOrNull(row.executed_at),
    dueAt: dateFromJsonOrNull(row.due_at),
    questionsAsked: row.questions_asked,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}

export function payoutKey({ snapshot }: Payout): Row {
  return { customer_app_id: snapshot.customerAppId, payout_id: snapshot.payoutId };
}

/** Columns that moves and questions change. */
export function changingColumns({ snapshot }: Payout): Row {
  return {
    status: snapshot.status,
    failure: snapshot.failure,
    funding_payment_id: snapshot.fundingPaymentId,
    processor_reference: snapshot.processorReference,
    bank_transaction_reference: snapshot.bankTransactionReference,
    submitted_at: snapshot.submittedAt,
    executed_at: snapshot.executedAt,
    due_at: snapshot.dueAt,
    questions_asked: snapshot.questionsAsked,
    sequence: snapshot.sequence,
    updated_at: snapshot.updatedAt,
  };
}

export function fixedColumns({ snapshot }: Payout): Row {
  return {
    type: snapshot.type,
    amount: snapshot.amount,
    fee_amount: snapshot.feeAmount,
    currency: snapshot.currency,
    live: snapshot.live,
    sender_account_id: snapshot.senderAccountId,
    recipient_account_id: snapshot.recipientAccountId,
    user_id: snapshot.userId,
    external_user_id: snapshot.externalUserId,
    integration_id: snapshot.integrationId,
    mandate_id: snapshot.mandateId,
    scheduled_date: snapshot.scheduledDate,
    description: snapshot.description,
    external_transaction_reference: snapshot.externalTransactionReference,
    metadata: snapshot.metadata,
    created_at: snapshot.createdAt,
  };
}

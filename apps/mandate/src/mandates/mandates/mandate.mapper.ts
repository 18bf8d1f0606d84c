import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import { dateFromJson, type JsonRow, type Row } from '@towpath/persistence';
import { Mandate, type MandateLimits } from './mandate.js';
import type { MandateEntity } from './mandate.entity.js';

export type MandateRow = JsonRow<MandateEntity>;

export function mandateFromRow(row: MandateRow): Mandate {
  return Mandate.restore({
    mandateId: row.mandate_id as MandateId,
    customerAppId: row.customer_app_id as CustomerAppId,
    paymentMethodId: row.payment_method_id as PaymentMethodId,
    status: row.status,
    sequence: row.sequence,
    live: row.live,
    userId: row.user_id as PaymentUserId,
    externalUserId: row.external_user_id,
    senderType: row.sender_type,
    recipientAccountId: row.recipient_account_id as PaymentAccountId,
    senderAccountId: row.sender_account_id as PaymentAccountId | null,
    institutionId: row.institution_id,
    paymentLinkId: row.payment_link_id as PaymentLinkId | null,
    currency: row.currency,
    startDate: row.start_date,
    endDate: row.end_date,
    limits: limitsOf(row),
    payerMaxAmount: row.payer_max_amount,
    paymentSchedule: row.payment_schedule,
    description: row.description,
    ddaReference: row.dda_reference,
    bankReference: row.mandate_bank_reference,
    metadata: row.metadata,
    failure: row.failure,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}

export function mandateKey({ snapshot }: Mandate): Row {
  return { customer_app_id: snapshot.customerAppId, mandate_id: snapshot.mandateId };
}

/** Columns that moves change. */
export function changingColumns({ snapshot }: Mandate): Row {
  return {
    status: snapshot.status,
    sender_type: snapshot.senderType,
    sender_account_id: snapshot.senderAccountId,
    institution_id: snapshot.institutionId,
    payer_max_amount: snapshot.payerMaxAmount,
    dda_reference: snapshot.ddaReference,
    mandate_bank_reference: snapshot.bankReference,
    failure: snapshot.failure,
    sequence: snapshot.sequence,
    updated_at: snapshot.updatedAt,
  };
}

export function fixedColumns({ snapshot }: Mandate): Row {
  const { limits } = snapshot;
  return {
    payment_method_id: snapshot.paymentMethodId,
    live: snapshot.live,
    user_id: snapshot.userId,
    external_user_id: snapshot.externalUserId,
    recipient_account_id: snapshot.recipientAccountId,
    payment_link_id: snapshot.paymentLinkId,
    currency: snapshot.currency,
    start_date: snapshot.startDate,
    end_date: snapshot.endDate,
    max_transaction_amount: limits?.maxTransactionAmount ?? null,
    max_period_amount: limits?.maxPeriodAmount ?? null,
    max_period_count: limits?.maxPeriodCount ?? null,
    period: limits?.period ?? null,
    payment_schedule: snapshot.paymentSchedule,
    description: snapshot.description,
    metadata: snapshot.metadata,
    created_at: snapshot.createdAt,
  };
}

function limitsOf(row: MandateRow): MandateLimits | null {
  if (row.max_transaction_amount === null) return null;
  return {
    maxTransactionAmount: row.max_transaction_amount,
    maxPeriodAmount: row.max_period_amount,
    maxPeriodCount: row.max_period_count,
    period: row.period,
  };
}

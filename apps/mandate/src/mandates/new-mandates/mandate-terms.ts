import type { TransactionLimitsRequest } from '@towpath/contracts';
import type { ImportMandateRequest, MandateParties } from '@towpath/contracts/internal';
import type {
  CreateMandateForSenderRequest,
  CreateMandateRequest,
  MandateDetailsRequest,
} from '@towpath/contracts/mandate';
import {
  DomainError,
  newId,
  utcDate,
  type MandateId,
  type PaymentAccountId,
  type PaymentMethodId,
  type PaymentUserId,
} from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import {
  validityOf,
  type MandateLimits,
  type MandateTerms,
  type Validity,
} from '../mandates/mandate.js';

/** The IDs and days that a repeat must use after a crash. */
export interface StartedMandate extends Validity {
  readonly mandateId: MandateId;
  readonly paymentMethodId: PaymentMethodId;
}

export function startMandate(tx: AppTx, details: MandateDetailsRequest): StartedMandate {
  const { start_date: startDate = null, end_date: endDate = null } = details;
  return {
    ...validityOf({ startDate, endDate }, tx.now),
    mandateId: newId<MandateId>(tx.systemNow),
    paymentMethodId: newId<PaymentMethodId>(tx.systemNow),
  };
}

/** The terms of a mandate that the customer app requested. */
export function requestedTerms(
  tx: AppTx,
  asked: CreateMandateRequest | CreateMandateForSenderRequest,
  { started, parties }: { readonly started: StartedMandate; readonly parties: MandateParties },
): MandateTerms {
  const { mandate_details: details, metadata } = asked;
  const { mandateId, paymentMethodId, startDate, endDate } = started;
  return {
    mandateId,
    paymentMethodId,
    customerAppId: tx.customerApp.id,
    live: parties.live,
    userId: parties.user_id as PaymentUserId,
    externalUserId: parties.sender.external_user_id,
    senderType: ('sender' in asked && asked.sender.user_type) || parties.sender.user_type,
    recipientAccountId: parties.account_id as PaymentAccountId,
    senderAccountId:
      'sender_account' in asked ? (asked.sender_account.account_id as PaymentAccountId) : null,
    paymentLinkId: null,
    currency: details.currency,
    startDate,
    endDate,
    ...requestedLimits(details.transaction_limits),
    payerMaxAmount: null,
    paymentSchedule: details.payment_schedule ?? null,
    description: details.description ?? null,
    metadata: metadata ?? null,
  };
}

/** The terms of an authorization that the bank keeps already. */
export function importedTerms(tx: AppTx, asked: ImportMandateRequest): MandateTerms {
  const today = utcDate(tx.now);
  const { start_date: startDate = today, end_date: endDate = null } = asked;
  if (endDate !== null && (endDate < today || endDate < startDate)) {
    throw new DomainError(
      'INVALID_REQUEST',
      'mandate.mandate_details.end_date must not be before start_date, nor before today (UTC).',
    );
  }
  return {
    mandateId: asked.mandate_id as MandateId,
    paymentMethodId: asked.payment_method_id as PaymentMethodId,
    customerAppId: tx.customerApp.id,
    live: asked.live,
    userId: asked.user_id as PaymentUserId,
    externalUserId: asked.external_user_id,
    senderType: asked.sender_type,
    recipientAccountId: asked.recipient_account_id as PaymentAccountId,
    senderAccountId: asked.sender_account_id as PaymentAccountId,
    paymentLinkId: null,
    currency: asked.currency,
    startDate,
    endDate,
    ...requestedLimits(asked.transaction_limits),
    payerMaxAmount: null,
    paymentSchedule: null,
    description: asked.description,
    metadata: asked.metadata ?? null,
  };
}

export function requestedLimits(asked: TransactionLimitsRequest | undefined): MandateLimits {
  const { max_period_amount: amount, max_period_count: count } = asked ?? {};
  return {
    maxTransactionAmount: asked?.max_transaction_amount ?? null,
    maxPeriodAmount: amount ?? null,
    maxPeriodCount: count ?? null,
    // Without a period limit a period has no meaning.
    period: amount === undefined && count === undefined ? null : (asked?.period ?? null),
  };
}

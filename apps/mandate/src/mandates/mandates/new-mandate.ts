import type { TransactionLimitsRequest, UserType } from '@towpath/contracts';
import type { MandateParties } from '@towpath/contracts/internal';
import type { MandateDetailsRequest } from '@towpath/contracts/mandate';
import {
  newId,
  type MandateId,
  type PaymentAccountId,
  type PaymentMethodId,
  type PaymentUserId,
} from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { validityOf, type MandateLimits, type MandateTerms, type Validity } from './mandate.js';

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

interface KnownOfMandate {
  readonly asked: {
    readonly mandate_details: MandateDetailsRequest;
    readonly metadata?: Record<string, string> | undefined;
  };
  readonly started: StartedMandate;
  readonly parties: MandateParties;
  /** Person or company, if the request says so. */
  readonly senderType?: UserType | undefined;
  /** Null until the payer identifies it. */
  readonly senderAccountId: PaymentAccountId | null;
}

/** The terms of a mandate that the customer app requested. */
export function termsOf(tx: AppTx, known: KnownOfMandate): MandateTerms {
  const { started, parties, senderType, senderAccountId } = known;
  const { mandate_details: details, metadata } = known.asked;
  const { mandateId, paymentMethodId, startDate, endDate } = started;
  return {
    mandateId,
    paymentMethodId,
    customerAppId: tx.customerApp.id,
    live: parties.live,
    userId: parties.user_id as PaymentUserId,
    externalUserId: parties.sender.external_user_id,
    senderType: senderType ?? parties.sender.user_type,
    recipientAccountId: parties.account_id as PaymentAccountId,
    senderAccountId,
    paymentLinkId: null,
    currency: details.currency,
    startDate,
    endDate,
    limits: limitsOf(details.transaction_limits),
    payerMaxAmount: null,
    paymentSchedule: details.payment_schedule ?? null,
    description: details.description ?? null,
    metadata: metadata ?? null,
  };
}

/** The limits in the form of the domain. */
export function limitsOf(asked: TransactionLimitsRequest | undefined): MandateLimits | null {
  if (!asked) return null;
  const { max_period_amount: amount, max_period_count: count } = asked;
  return {
    maxTransactionAmount: asked.max_transaction_amount,
    maxPeriodAmount: amount ?? null,
    maxPeriodCount: count ?? null,
    // without a period limit a period says nothing
    period: amount === undefined && count === undefined ? null : (asked.period ?? null),
  };
}

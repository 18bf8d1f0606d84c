import type { CustomerAppId, MandateId, PaymentId, Failure } from '@towpath/kernel';
import { bigint, defineTable, integer, json, text, time, type RowOf } from '@towpath/persistence';
import type { BankReport, PaymentTerms } from '../../money/payments/payment.js';

/** The payer's side of a mandate: bank, account and authorization there. */
export type MandateBank = Omit<BankReport, 'bankTransactionReference'>;

/**
 * - `STARTED`: mandate may have received the request; the payment does not exist yet.
 * - `ACCEPTED`: the payment exists and has its own status.
 * - `REFUSED`: the mandate or the payer did not permit the charge; there is no payment.
 */
export type MandateChargeStatus = 'STARTED' | 'ACCEPTED' | 'REFUSED';

/** Its payment may not exist yet, so nothing here refers to one. */
export const mandateCharges = defineTable(
  'mandate_charges',
  {
    customerAppId: text<CustomerAppId>(),
    /** Also of the payment that it is for. */
    paymentId: text<PaymentId>(),
    mandateId: text<MandateId>().fixed(),
    status: text<MandateChargeStatus>(),
    /** Minor units. */
    amount: bigint().fixed(),
    currency: text().fixed(),
    /** Terms of the payment after the mandate accepts; null if the payment exists already. */
    payment: json<PaymentTerms>().orNull().fixed(),
    bank: json<MandateBank>().fixed(),
    refusal: json<Failure>().orNull(),
    followUpAt: time().orNull(),
    followUpsAsked: integer(),
    createdAt: time().fixed(),
  },
  {
    key: ['customerAppId', 'paymentId'],
    indexes: { mandate_charges_found_by_mandate: ['customerAppId', 'mandateId', 'createdAt'] },
  },
);

export type MandateChargeSnapshot = RowOf<typeof mandateCharges>;

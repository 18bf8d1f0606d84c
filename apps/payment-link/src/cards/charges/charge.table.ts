import type { CustomerAppId, PaymentId, Failure } from '@towpath/kernel';
import { boolean, defineTable, integer, json, text, time, type RowOf } from '@towpath/persistence';

export const charges = defineTable(
  'charges',
  {
    customerAppId: text<CustomerAppId>(),
    /** Ours and the gateway's name for the charge. */
    paymentId: text<PaymentId>(),
    live: boolean().fixed(),
    /** The gateway that keeps the card, for example `GW1`. */
    integrationId: text().fixed(),
    connector: text().fixed(),
    /** The gateway's own ID, committed before it is confirmed; null if the gateway needs none. */
    gatewayReference: text().orNull(),
    /** The account at the gateway; null for the account of the key. */
    gatewayAccount: text().orNull().fixed(),
    /** After a refusal, an authorization is voided and no money is taken. */
    refusal: json<Failure>().orNull(),
    followUpAt: time().orNull(),
    followUpsAsked: integer(),
    createdAt: time().fixed(),
  },
  {
    key: ['customerAppId', 'paymentId'],
    foreignKeys: {
      charges_payment_fkey: { columns: ['customerAppId', 'paymentId'], to: 'payments' },
    },
  },
);

export type ChargeSnapshot = RowOf<typeof charges>;

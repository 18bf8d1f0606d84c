import type { CustomerAppId, PaymentMethodId } from '@towpath/kernel';
import { boolean, defineTable, integer, json, text, time, type RowOf } from '@towpath/persistence';

/** A stored card that its gateway is to delete; the row goes when it has. */
export const forgottenCards = defineTable(
  'forgotten_cards',
  {
    customerAppId: text<CustomerAppId>(),
    paymentMethodId: text<PaymentMethodId>(),
    live: boolean().fixed(),
    /** The gateway that keeps it, for example `GW1`. */
    integrationId: text().fixed(),
    connector: text().fixed(),
    /** The account at the gateway; null for the account of the key. */
    gatewayAccount: text().orNull().fixed(),
    integrationMetadata: json<object>().fixed(),
    followUpAt: time().orNull(),
    followUpsAsked: integer(),
    createdAt: time().fixed(),
  },
  {
    key: ['customerAppId', 'paymentMethodId'],
    indexes: { forgotten_cards_created_at: { columns: ['createdAt'], type: 'brin' } },
  },
);

export type ForgottenCardRow = RowOf<typeof forgottenCards>;

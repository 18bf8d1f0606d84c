import type { CustomerAppId } from '@towpath/kernel';
import { defineTable, json, text, time } from '@towpath/persistence';
import type { GatewayNote } from '../card-gateways/ports.js';

/** What gateways that cannot be asked reported, verified. */
export const gatewayNotes = defineTable(
  'gateway_notes',
  {
    customerAppId: text<CustomerAppId>(),
    integrationId: text(),
    connector: text(),
    /** The gateway's. */
    eventId: text(),
    /** Ours of the authorization, which need not have a row yet. */
    reference: text(),
    about: text<GatewayNote['about']>(),
    /** Ours; null of a note about the charge. */
    refundReference: text().orNull(),
    answer: json<GatewayNote['answer']>(),
    /** By the gateway's clock. */
    occurredAt: time(),
    /** Real time. */
    receivedAt: time(),
  },
  {
    key: ['customerAppId', 'integrationId', 'connector', 'eventId'],
    indexes: {
      gateway_notes_reference: ['customerAppId', 'reference'],
      gateway_notes_received_at: { columns: ['receivedAt'], type: 'brin' },
    },
  },
);

import { EXAMPLE } from '../events/payload.js';
import type { ContractClass } from '../fields/index.js';
import { WEBHOOK_BODIES, type WebhookBody } from './bodies.js';
import {
  FAMILY_OF_EVENT_TYPE,
  WEBHOOK_EVENT_FAMILIES,
  type WebhookEventFamily,
  type WebhookEventType,
} from './event-types.js';

/** One public event type: its meaning, the class of its body, and an example body. */
export interface WebhookEventTypeEntry {
  readonly name: WebhookEventType;
  readonly family: WebhookEventFamily;
  readonly description: string;
  readonly body: ContractClass<WebhookBody>;
  readonly example: Readonly<Record<string, unknown>>;
}

const { external_user_id, metadata, payment_id, user_id } = EXAMPLE;
const EXPIRING = { held_events: 12, expires_at: '2026-05-16T08:15:30.250Z' };

/** What a body of each family says beside the members of every body. */
const FAMILY_EXAMPLES: Readonly<Record<WebhookEventFamily, Readonly<Record<string, unknown>>>> = {
  login_identity: {
    login_identity_id: '01JQ0000000000000000000GND',
    institution_id: 'testbank',
    user_id: external_user_id,
  },
  payment: {
    payment_id,
    external_user_id,
    metadata,
    user_id,
    payment_link_id: EXAMPLE.payment_link_id,
    external_transaction_reference: 'INV-1001',
  },
  payment_link: {
    payment_link_id: EXAMPLE.payment_link_id,
    unique_reference_id: EXAMPLE.unique_reference_id,
    external_user_id,
    metadata,
  },
  payment_user: { user_id, external_user_id },
  mandate: { mandate_id: '01JQ0000000000000000000MND', external_user_id, metadata },
  payout: { payout_id: '01JQ0000000000000000000PYT', external_user_id, metadata },
  dispute: {
    dispute_id: '01JQ0000000000000000000DSP',
    payment_id,
    last_event_name: 'CHARGEBACK',
    external_user_id,
  },
  bill: { bill_id: '01JQ0000000000000000000B1V', external_user_id, metadata },
  webhook_endpoint: { webhook_endpoint_id: '01JQ0000000000000000000WHK' },
};

/** Every public event type; the answer of `GET /webhook_event_types`. */
export const webhookEventTypes: readonly WebhookEventTypeEntry[] = [...FAMILY_OF_EVENT_TYPE].map(
  ([name, family]) => ({
    name,
    family,
    description: (WEBHOOK_EVENT_FAMILIES[family] as Readonly<Record<string, string>>)[name]!,
    body: WEBHOOK_BODIES[family],
    example: {
      event_type: name,
      event_time: EXAMPLE.occurred_at,
      event_id: '01JQ0000000000000000000EVT',
      sequence: 1,
      customer_app_id: EXAMPLE.customer_app_id,
      ...FAMILY_EXAMPLES[family],
      ...(name.endsWith('FAILED') ? { error: EXAMPLE.error } : {}),
      ...(name === 'WEBHOOK_EVENTS_EXPIRING' ? EXPIRING : {}),
    },
  }),
);

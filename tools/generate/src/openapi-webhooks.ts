import {
  jsonSchemaOf,
  WEBHOOK_BODIES,
  WEBHOOK_EVENT_FAMILIES,
  webhookEventTypes,
  type JsonSchema,
  type WebhookEventFamily,
} from '@towpath/contracts';
import type { OpenApiPart } from './app-descriptions.js';

/** The heading of the requests that customer apps receive. */
export const WEBHOOK_TAG = {
  name: 'Webhook events',
  description: 'What your webhook endpoints receive: one signed POST per event.',
};

const UNION = 'WebhookEvent';
const TITLES: Readonly<Record<WebhookEventFamily, string>> = {
  login_identity: 'login identities',
  payment: 'payments and refunds',
  payment_link: 'payment links',
  payment_user: 'payment users',
  mandate: 'mandates',
  payout: 'payouts',
  dispute: 'disputes',
  bill: 'bills',
  webhook_endpoint: 'your webhook endpoints',
};
const HEADERS = {
  'webhook-id': 'ID of the event, the same for every attempt and equal to `event_id`.',
  'webhook-timestamp': 'When the request was sent, in seconds since 1970.',
  'webhook-signature':
    'Signatures under the secret of the endpoint: `v1,` and base64, separated by spaces.',
  'service-signature': 'Signature of the body under the key of `/webhooks/public_key.pem`, base64.',
};

const families = Object.keys(WEBHOOK_EVENT_FAMILIES) as readonly WebhookEventFamily[];
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemaName = (family: WebhookEventFamily) => WEBHOOK_BODIES[family].name;
const typesOf = (family: WebhookEventFamily) => Object.keys(WEBHOOK_EVENT_FAMILIES[family]);

/**
 * The document with the webhooks of customer apps, and with `WebhookEvent`: every body, distinguished
 * by its `event_type`. The feed of events has the same bodies.
 */
export function withWebhooks(document: OpenApiPart): OpenApiPart {
  const schemas = { ...document.components?.['schemas'] };
  const bodies = families.map((family) => [schemaName(family), bodyOf(family)] as const);
  const feed = schemas['WebhookEventResponse'] as { properties?: Record<string, JsonSchema> };
  const description = 'Body of the webhook, as it is sent.';
  const body = { description, allOf: [ref(UNION)] };
  return {
    ...document,
    webhooks: Object.fromEntries(families.map((family) => [family, { post: webhookOf(family) }])),
    components: {
      ...document.components,
      schemas: inOrder({
        ...schemas,
        ...Object.fromEntries(bodies),
        [UNION]: union(),
        ...(feed
          ? { WebhookEventResponse: { ...feed, properties: { ...feed.properties, body } } }
          : {}),
      }),
    },
  };
}

function union() {
  const mapping = webhookEventTypes.map(({ name, family }) => [name, ref(schemaName(family)).$ref]);
  return {
    description: 'Body of a webhook. `event_type` tells which.',
    oneOf: families.map((family) => ref(schemaName(family))),
    example: webhookEventTypes.find(({ name }) => name === 'PAYMENT_LINK_PAID')?.example,
    discriminator: { propertyName: 'event_type', mapping: Object.fromEntries(mapping) as object },
  };
}

/** The schema of a family, with its own event types alone. */
function bodyOf(family: WebhookEventFamily): JsonSchema {
  const schema = jsonSchemaOf(WEBHOOK_BODIES[family]);
  const properties = schema['properties'] as Record<string, JsonSchema>;
  return {
    ...schema,
    properties: {
      ...properties,
      event_type: { ...properties['event_type'], enum: typesOf(family) },
    },
  };
}

function webhookOf(family: WebhookEventFamily) {
  const examples = webhookEventTypes
    .filter((type) => type.family === family)
    .map(({ name, description, example }) => [name, { summary: description, value: example }]);
  return {
    operationId: `${family}_event`,
    summary: `Events of ${TITLES[family]}`,
    description: `Sent for: ${typesOf(family)
      .map((type) => `\`${type}\``)
      .join(', ')}. Verify one of the two signatures before you parse the body.`,
    tags: [WEBHOOK_TAG.name],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      // An endpoint may ask for one kind of signature alone.
      required: false,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: ref(schemaName(family)),
          examples: Object.fromEntries(examples) as object,
        },
      },
    },
    responses: {
      '200': { description: 'Received. Any 2xx within 10 s ends the delivery.' },
      '410': { description: 'The endpoint is gone: it is disabled, and its events are held.' },
      default: { description: 'Not received: the event is sent again, for 3 days.' },
    },
  };
}

function inOrder<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

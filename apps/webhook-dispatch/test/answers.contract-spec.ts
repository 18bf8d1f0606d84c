/** @proves listWebhookEventTypes, getWebhookJwks, getWebhookPublicKey */
import { JwksResponse, jsonSchemaOf, type WebhookEventType } from '@towpath/contracts';
import {
  DeleteWebhookEndpointResponse,
  ListWebhookAttemptsResponse,
  ListWebhookEndpointsResponse,
  ListWebhookEventsResponse,
  ListWebhookEventTypesResponse,
  TestWebhookEndpointResponse,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
  WebhookEventResponse,
} from '@towpath/contracts/webhook-dispatch';
import { eventually } from '@towpath/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Dispatch, type Answered, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint, deliveryWhen } from './webhook-api.fixture.js';

type Schema = Readonly<Record<string, unknown>>;

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;

beforeAll(async () => {
  dispatch = await Dispatch.start();
  receiver = await Receiver.start();
  app = await dispatch.createApp();
});
afterAll(async () => {
  await dispatch?.stop();
  await receiver?.stop();
});

/** What is wrong with a value by its schema, members that nobody documented included. */
function faults(value: unknown, schema: Schema): string[] {
  const validate = ajv.compile(closed(schema) as object);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The schema with no member beside those it lists. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)] as const);
  const copy: Record<string, unknown> = Object.fromEntries(parts);
  return copy['properties'] && copy['additionalProperties'] === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}

function expectAnswer(answer: Answered, response: new () => object): void {
  expect([answer.status, faults(answer.body, jsonSchemaOf(response) as Schema)]).toEqual([200, []]);
}

it('every answer is what its class documents', async () => {
  const settings = { url: receiver.url(), description: 'Orders', rate_limit_per_second: 50 };
  const created = await app.call('POST', '/webhook_endpoints', settings);
  expectAnswer(created, WebhookEndpointWithSecretResponse);
  const path = `/webhook_endpoints/${String(created.body['webhook_endpoint_id'])}`;
  expectAnswer(await app.call('GET', path), WebhookEndpointResponse);
  expectAnswer(await app.call('PATCH', path, { enabled: true }), WebhookEndpointResponse);
  expectAnswer(await app.call('POST', `${path}/rotate_secret`), WebhookEndpointWithSecretResponse);
  expectAnswer(await app.call('GET', '/webhook_endpoints?limit=1'), ListWebhookEndpointsResponse);
  expectAnswer(await app.call('POST', `${path}/test`), TestWebhookEndpointResponse);
  const eventId = await dispatch.tell(app.id, 'payment_link.paid');
  await deliveryWhen(app, eventId, { status: 'DELIVERED' });
  const event = `/webhook_events/${eventId}`;
  expectAnswer(await app.call('GET', event), WebhookEventResponse);
  expectAnswer(await app.call('GET', `${event}/attempts`), ListWebhookAttemptsResponse);
  expectAnswer(await app.call('POST', `${event}/resend`), WebhookEventResponse);
  expectAnswer(await app.call('GET', '/webhook_events'), ListWebhookEventsResponse);
  expectAnswer(await app.call('GET', '/webhook_event_types'), ListWebhookEventTypesResponse);
  expectAnswer(await app.call('DELETE', path), DeleteWebhookEndpointResponse);
  expectAnswer(await dispatch.call({ method: 'GET', path: '/webhooks/jwks' }), JwksResponse);
});

it('the public key is answered as PEM to anybody, and may be cached', async () => {
  const { status, headers, text } = await dispatch.call({
    method: 'GET',
    path: '/webhooks/public_key.pem',
  });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-pem-file']);
  expect(headers.get('cache-control')).toContain('max-age');
  expect(text).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\s\S]+-----END PUBLIC KEY-----\n$/);
});

it('every event that is sent is what its type documents, and so is every example', async () => {
  const { body } = await app.call('GET', '/webhook_event_types');
  const types = body['webhook_event_types'] as {
    name: WebhookEventType;
    schema: Schema;
    example: object;
  }[];
  const schemas = new Map(types.map(({ name, schema }) => [name, schema]));
  for (const { name, schema, example } of types) {
    expect([name, faults(example, schema)]).toEqual([name, []]);
  }
  receiver.received.length = 0;
  await createEndpoint(app, { url: receiver.url() });
  const names = [
    'payment_link.paid',
    'payment_link.setup_succeeded',
    'payment_link.cancelled',
    'payment_link.expired',
    'payment.submitted',
    'payment.executed',
    'payment.failed',
    'payment.cancelled',
    'payment.revoked',
    'refund.executed',
    'payment_user.autopay_consent_granted',
    'payment_user.autopay_consent_revoked',
  ] as const;
  for (const name of names) await dispatch.tell(app.id, name);
  await eventually(() => receiver.received.length >= names.length);
  for (const { body: sent } of receiver.received) {
    const type = sent['event_type'] as WebhookEventType;
    expect([type, faults(sent, schemas.get(type) ?? {})]).toEqual([type, []]);
  }
});

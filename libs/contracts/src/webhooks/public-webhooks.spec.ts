import { validateSync } from 'class-validator';
import { definitionOf, eventRegistry, type EventName } from '../events/registry.js';
import { fieldNamesOf, fromPlain } from '../fields/index.js';
import { webhookEventTypes } from './catalogue.js';
import { WEBHOOK_EVENT_TYPES } from './event-types.js';
import { publicWebhookOf } from './public-webhooks.js';
import { covers, isSubscription } from './subscription.js';

/** Of the events whose webhook depends on the payload: that of their example. */
const COMPUTED: Record<string, string> = {
  'login_identity.authentication_failed': 'AUTHENTICATION_FAILED',
  'login_identity.product_updated': 'ACCOUNTS_RETRIEVED',
  'payment.status_corrected': 'PAYMENT_EXECUTED',
};

describe('public webhooks', () => {
  it.each(eventRegistry.all().map((event) => [event.name, event] as const))(
    'map %s as its definition says, with a body of the catalogue',
    (name, event) => {
      const webhook = publicWebhookOf(name as EventName, event.example as never);
      const defined = typeof event.webhook === 'string' ? event.webhook : COMPUTED[name];
      expect(webhook?.eventType).toBe(defined);
      if (!webhook) return;
      const entry = webhookEventTypes.find((known) => known.name === webhook.eventType);
      const sent = { ...webhook.body, event_id: '01JQ0000000000000000000EVT', sequence: 1 };
      expect(validateSync(fromPlain(entry!.body, sent))).toEqual([]);
      expect(fieldNamesOf(entry!.body)).toEqual(expect.arrayContaining(Object.keys(sent)));
    },
  );

  it('carries the flat body of a paid link, without amount', () => {
    expect(publicWebhookOf('payment_link.paid', definitionOf('payment_link.paid').example)).toEqual(
      {
        eventType: 'PAYMENT_LINK_PAID',
        resource: { kind: 'payment_link', id: '01JQ0000000000000000000NKP' },
        customerAppId: '01JQ0000000000000000000APP',
        eventTime: '2026-03-02T08:15:30.250Z',
        body: {
          event_type: 'PAYMENT_LINK_PAID',
          event_time: '2026-03-02T08:15:30.250Z',
          customer_app_id: '01JQ0000000000000000000APP',
          payment_link_id: '01JQ0000000000000000000NKP',
          unique_reference_id: 'order-1001',
          external_user_id: 'customer-42',
          payment_id: '01JQ0000000000000000000PAY',
          metadata: { order: '1001' },
        },
      },
    );
  });

  it.each([
    ['CREATED', undefined],
    ['AUTHORIZATION_REQUIRED', undefined],
    ['AUTHORIZING', undefined],
    ['PROCESSING', undefined],
    ['SUBMITTED', 'PAYMENT_SUBMITTED'],
    ['EXECUTED', 'PAYMENT_EXECUTED'],
    ['FAILED', 'PAYMENT_FAILED'],
    ['REVOKED', 'PAYMENT_REVOKED'],
    ['CANCELLED', 'PAYMENT_CANCELLED'],
  ] as const)('report a correction to %s as %s', (status, eventType) => {
    const payload = { ...definitionOf('payment.status_corrected').example, status };
    expect(publicWebhookOf('payment.status_corrected', payload)?.eventType).toBe(eventType);
  });
});

describe('webhook event types', () => {
  it('are unique, and each has a description', () => {
    expect(new Set(WEBHOOK_EVENT_TYPES).size).toBe(WEBHOOK_EVENT_TYPES.length);
    expect(webhookEventTypes.map((entry) => entry.name)).toEqual(WEBHOOK_EVENT_TYPES);
    expect(WEBHOOK_EVENT_TYPES).toContain('ACCOUNT_NUMBERS_PARTIALLY_RETRIEVED');
  });

  it.each(webhookEventTypes.map((entry) => [entry.name, entry] as const))(
    '%s has an example of its own body class',
    (_name, { body, example }) => {
      expect(validateSync(fromPlain(body, example))).toEqual([]);
      expect(fieldNamesOf(body)).toEqual(expect.arrayContaining(Object.keys(example)));
    },
  );
});

describe('subscriptions', () => {
  it.each([
    ['*', 'PAYOUT_FAILED', true],
    ['PAYMENT_*', 'PAYMENT_LINK_PAID', true],
    ['PAYMENT_*', 'PAYOUT_FAILED', false],
    ['PAYMENT_LINK_PAID', 'PAYMENT_LINK_PAID', true],
    ['PAYMENT_LINK', 'PAYMENT_LINK_PAID', false],
  ])('%s covers %s: %s', (pattern, eventType, expected) => {
    expect(covers({ pattern, eventType })).toBe(expected);
  });

  it.each(['*', 'PAYMENT_*', 'DISPUTE_CREATED'])('accepts %s', (pattern) => {
    expect(isSubscription(pattern)).toBe(true);
  });

  it.each(['', 'NOTHING', 'NOTHING_*', 'PAYMENT_*_X', '**', 5, null])('refuses %p', (pattern) => {
    expect(isSubscription(pattern)).toBe(false);
  });
});

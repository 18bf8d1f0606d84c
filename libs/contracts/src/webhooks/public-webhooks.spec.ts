import { validateSync } from 'class-validator';
import { definitionOf, eventRegistry, type EventName } from '../events/registry.js';
import { fieldNamesOf, fromPlain } from '../fields/index.js';
import { webhookEventTypes } from './catalogue.js';
import { WEBHOOK_EVENT_TYPES } from './event-types.js';
import { publicWebhookOf } from './public-webhooks.js';
import { covers, isSubscription } from './subscription.js';

const GOLDEN_MAPPING: Record<string, string> = {
  'login_identity.authentication_started': 'AUTHENTICATION_INITIALIZED',
  'login_identity.action_answered': 'AUTHENTICATION_OTP_ENTERED',
  'login_identity.authenticated': 'AUTHENTICATED',
  'login_identity.data_retrieval_completed': 'DATA_RETRIEVAL_COMPLETE',
  'login_identity.data_retrieval_partly_completed': 'DATA_RETRIEVAL_COMPLETE',
  'login_identity.data_retrieval_failed': 'RETRIEVE_DATA_FAILED',
  'login_identity.permission_expired': 'LOGIN_IDENTITY_PERMISSION_EXPIRED',
  'login_identity.unlinked': 'LOGIN_IDENTITY_UNLINKED',
  'login_identity.authentication_failed': 'AUTHENTICATION_FAILED',
  'login_identity.product_updated': 'ACCOUNTS_RETRIEVED',
  'mandate.submitted': 'MANDATE_SETUP_SUBMITTED',
  'mandate.succeeded': 'MANDATE_SETUP_SUCCEEDED',
  'mandate.failed': 'MANDATE_SETUP_FAILED',
  'mandate.revoked': 'MANDATE_SETUP_REVOKED',
  'mandate.cancelled': 'MANDATE_SETUP_CANCELLED',
  'mandate.closed': 'MANDATE_SETUP_CLOSED',
  'payment_user.autopay_consent_granted': 'AUTOPAY_CONSENT_GRANTED',
  'payment_user.autopay_consent_revoked': 'AUTOPAY_CONSENT_REVOKED',
  'payment_link.paid': 'PAYMENT_LINK_PAID',
  'payment_link.setup_succeeded': 'PAYMENT_LINK_SETUP_SUCCEEDED',
  'payment_link.cancelled': 'PAYMENT_LINK_CANCELLED',
  'payment_link.expired': 'PAYMENT_LINK_EXPIRED',
  'payment.submitted': 'PAYMENT_SUBMITTED',
  'payment.executed': 'PAYMENT_EXECUTED',
  'payment.failed': 'PAYMENT_FAILED',
  'payment.cancelled': 'PAYMENT_CANCELLED',
  'payment.revoked': 'PAYMENT_REVOKED',
  'payment.returned': 'PAYMENT_RETURNED',
  'payment.status_corrected': 'PAYMENT_EXECUTED',
  'payout.submitted': 'PAYOUT_SUBMITTED',
  'payout.executed': 'PAYOUT_EXECUTED',
  'payout.failed': 'PAYOUT_FAILED',
  'payout.cancelled': 'PAYOUT_CANCELLED',
  'payout.status_corrected': 'PAYOUT_EXECUTED',
  'refund.executed': 'PAYMENT_REFUNDED',
  'refund.status_corrected': 'PAYMENT_REFUNDED',
  'bill.cancelled': 'BILL_CANCELLED',
  'bill.created': 'BILL_CREATED',
  'bill.failed': 'BILL_FAILED',
  'bill.paid': 'BILL_PAID',
  'dispute.accepted': 'DISPUTE_UPDATED',
  'dispute.chargeback_received': 'DISPUTE_CREATED',
  'dispute.deadline_approaching': 'DISPUTE_DEADLINE_APPROACHING',
  'dispute.deadline_passed': 'DISPUTE_UPDATED',
  'dispute.defended': 'DISPUTE_UPDATED',
  'dispute.lost': 'DISPUTE_UPDATED',
  'dispute.reopened': 'DISPUTE_UPDATED',
  'dispute.status_corrected': 'DISPUTE_UPDATED',
  'dispute.won': 'DISPUTE_UPDATED',
};

describe('public webhooks', () => {
  it.each(eventRegistry.all().map((event) => [event.name, event] as const))(
    'map %s as agreed, with a body of the catalogue',
    (name, event) => {
      const webhook = publicWebhookOf(name as EventName, event.example as never);
      expect(webhook?.eventType).toBe(GOLDEN_MAPPING[name]);
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

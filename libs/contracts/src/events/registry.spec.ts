import { validateSync } from 'class-validator';
import { parseId } from '@towpath/kernel';
import { fieldNamesOf, fromPlain } from '../fields/index.js';
import { AGGREGATE_OWNERS, dltTopic, eventsOf, eventTopics, topicOf } from './define-event.js';
import { createEventRegistry, definitionOf, eventRegistry } from './registry.js';

const GOLDEN_NAMES = [
  'bill.cancelled',
  'bill.changed',
  'bill.created',
  'bill.failed',
  'bill.paid',
  'bill.retried',
  'customer_app.clock_changed',
  'customer_app.created',
  'customer_app.credentials_rotated',
  'customer_app.disabled',
  'customer_app.enabled',
  'customer_app.live_enabled',
  'customer_app.updated',
  'dispute.accepted',
  'dispute.chargeback_received',
  'dispute.deadline_approaching',
  'dispute.deadline_passed',
  'dispute.defended',
  'dispute.lost',
  'dispute.reopened',
  'dispute.status_corrected',
  'dispute.won',
  'login_identity.action_answered',
  'login_identity.action_requested',
  'login_identity.authenticated',
  'login_identity.authentication_failed',
  'login_identity.authentication_started',
  'login_identity.connected',
  'login_identity.data_made_available',
  'login_identity.data_retrieval_completed',
  'login_identity.data_retrieval_failed',
  'login_identity.data_retrieval_partly_completed',
  'login_identity.data_retrieval_started',
  'login_identity.link_started',
  'login_identity.permission_expired',
  'login_identity.product_updated',
  'login_identity.refresh_started',
  'login_identity.unlink_failed',
  'login_identity.unlink_succeeded',
  'login_identity.unlinked',
  'mandate.authorization_interrupted',
  'mandate.authorization_started',
  'mandate.authorized',
  'mandate.cancelled',
  'mandate.charge_updated',
  'mandate.closed',
  'mandate.created',
  'mandate.failed',
  'mandate.imported',
  'mandate.prepared',
  'mandate.revoked',
  'mandate.submitted',
  'mandate.succeeded',
  'payment.authorization_started',
  'payment.authorized',
  'payment.cancelled',
  'payment.created',
  'payment.executed',
  'payment.failed',
  'payment.returned',
  'payment.revoked',
  'payment.status_corrected',
  'payment.submitted',
  'payment_link.cancelled',
  'payment_link.created',
  'payment_link.expired',
  'payment_link.mandate_released',
  'payment_link.paid',
  'payment_link.setup_succeeded',
  'payment_method.cancelled',
  'payment_method.created',
  'payment_method.failed',
  'payment_method.succeeded',
  'payment_user.autopay_consent_granted',
  'payment_user.autopay_consent_revoked',
  'payment_user.created',
  'payment_user.erased',
  'payment_user.updated',
  'payout.cancelled',
  'payout.confirmed',
  'payout.created',
  'payout.executed',
  'payout.failed',
  'payout.funded',
  'payout.funding_started',
  'payout.status_corrected',
  'payout.submitted',
  'refund.executed',
  'refund.failed',
  'refund.status_corrected',
  'refund.submitted',
];
const FORBIDDEN_FIELDS = ['name', 'email', 'account_number', 'user_details', 'last4', 'url'];

describe('event registry', () => {
  it('holds exactly the agreed wire names', () => {
    expect(
      eventRegistry
        .all()
        .map((event) => event.name)
        .sort(),
    ).toEqual(GOLDEN_NAMES);
  });

  it('finds a definition by name and version', () => {
    expect(eventRegistry.byName('payment_link.paid', 1)).toBe(definitionOf('payment_link.paid'));
  });

  it.each([
    ['payment_link.payed', 1],
    ['payment_link.paid', 2],
  ])('refuses the unknown event %s version %i', (name, version) => {
    expect(() => eventRegistry.byName(name, version)).toThrow('is not in the registry');
  });

  it('refuses two definitions of one name', () => {
    const paid = definitionOf('payment_link.paid');
    expect(() => createEventRegistry([paid, { ...paid }])).toThrow(
      'event payment_link.paid.v1 is defined twice',
    );
  });
});

describe.each(eventRegistry.all().map((event) => [event.name, event] as const))(
  'the event %s',
  (_name, event) => {
    const json = JSON.stringify(event.example);
    const read = fromPlain(event.payload, JSON.parse(json) as object);

    it('has an example that its own payload class accepts', () => {
      expect(validateSync(read, { forbidUnknownValues: true })).toEqual([]);
    });

    it('reads its example back equal', () => {
      expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(json));
    });

    it('lists every member of its example, so that the wire format loses none', () => {
      expect(fieldNamesOf(event.payload)).toEqual(
        expect.arrayContaining(Object.keys(JSON.parse(json) as object)),
      );
    });

    it('refuses a payload without its required members', () => {
      const errors = validateSync(fromPlain(event.payload, {}));
      expect(errors.map((error) => error.property)).toContain('customer_app_id');
    });

    it('is keyed by a ULID of its own payload', () => {
      const key = event.key(event.example as never);
      expect(parseId(key)).toBe(key);
      expect(Object.values(event.example)).toContain(key);
    });

    it('has no field for personal data', () => {
      expect(fieldNamesOf(event.payload).filter((f) => FORBIDDEN_FIELDS.includes(f))).toEqual([]);
    });

    it('is published on the topic of its aggregate, and owned by its folder', () => {
      expect(event.topic).toBe(topicOf(event.aggregate));
      expect(event.owner).toBe(AGGREGATE_OWNERS[event.aggregate]);
    });
  },
);

describe('eventsOf', () => {
  it('refuses a name of another aggregate', () => {
    const { description, ...shared } = definitionOf('payment_link.paid');
    expect(() => eventsOf('payment-link', shared, { 'payment.paid': { description } })).toThrow(
      'the name must be <aggregate>.<past tense> of payment-link',
    );
  });

  it('gives names to topics and dead-letter topics', () => {
    expect(topicOf('payment-link')).toBe('payments.payment-link.events.v1');
    expect(dltTopic(topicOf('payment'), 'webhook-dispatch')).toBe(
      'payments.payment.events.v1.webhook-dispatch.dlt',
    );
    expect(eventTopics()).toHaveLength(11);
  });
});

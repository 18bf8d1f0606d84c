import { validateSync } from 'class-validator';
import { parseId } from '@towpath/kernel';
import { fieldNamesOf, fromPlain } from '../fields/index.js';
import { AGGREGATE_OWNERS, dltTopic, eventsOf, eventTopics, topicOf } from './define-event.js';
import { createEventRegistry, definitionOf, eventRegistry } from './registry.js';

const FORBIDDEN_FIELDS = ['name', 'email', 'account_number', 'user_details', 'last4', 'url'];

describe('event registry', () => {
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

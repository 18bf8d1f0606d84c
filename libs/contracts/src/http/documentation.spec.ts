import { fieldNamesOf, jsonSchemaOf, type ContractClass } from '../fields/index.js';
import * as classes from './all/index.js';

const contractClasses = Object.entries(classes).filter(
  (entry): entry is [string, ContractClass] =>
    typeof entry[1] === 'function' && fieldNamesOf(entry[1] as ContractClass).length > 0,
);

/** The interface spells these members so. */
const CAMEL_CASE = [
  'initializationVector',
  'messageAuthenticationCode',
  'envelopeEncryptionKey',
  'keyId',
  'havePassword',
  'haveSecret',
];

describe('request and response classes', () => {
  it('are found in the contracts', () => expect(contractClasses.length).toBeGreaterThan(70));

  it.each(contractClasses)('%s describes every member in wire spelling', (_name, type) => {
    const { properties } = jsonSchemaOf(type) as {
      properties: Record<string, { description?: string }>;
    };
    for (const [member, { description }] of Object.entries(properties)) {
      if (!CAMEL_CASE.includes(member)) expect(member).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      expect([member, description ?? '']).toEqual([member, expect.stringMatching(/\S/)]);
    }
  });

  it('list the members of a payment as in the interface', () => {
    expect([...fieldNamesOf(classes.PaymentResponse)].sort()).toEqual([
      'amount',
      'amount_refunded',
      'amount_returned',
      'amount_total_with_surcharge',
      'created_at',
      'currency',
      'dispute_id',
      'error',
      'fees',
      'live',
      'metadata',
      'payment_details',
      'payment_id',
      'payment_method',
      'payment_method_id',
      'recipient',
      'recipient_account',
      'return_reason',
      'return_reversed_at',
      'returned_at',
      'sender',
      'sender_account',
      'status',
      'surcharge_amount',
      'type',
      'updated_at',
    ]);
  });

  it('list the members of a payment link as in the interface', () => {
    expect([...fieldNamesOf(classes.PaymentLinkResponse)].sort()).toEqual([
      'amount',
      'created_at',
      'currency',
      'integration_metadata',
      'link_customizations',
      'metadata',
      'mode',
      'payment',
      'payment_details',
      'payment_link_id',
      'payment_metadata',
      'payment_method',
      'payment_setup_options',
      'sender',
      'session_status',
      'status',
      'unique_reference_id',
      'updated_at',
      'url',
    ]);
  });

  it('show the e-mail address of a payment user only where it is allowed', () => {
    expect(fieldNamesOf(classes.PaymentUserResponse)).toContain('email');
    expect(fieldNamesOf(classes.PaymentUserSummary)).not.toContain('email');
  });
});

import { field } from '../fields/index.js';
import { DisputeResponse } from '../http/dispute/index.js';
import { PaymentResponse } from '../http/payment-link/index.js';
import { hasApp, hasRole, isOperatorClaim, type OperatorClaim } from './operator-claim.js';
import { searchTermsOf } from './search-terms.js';
import { MASK, maskedFor, seenBy, valueAt } from './seen.js';

const NOW = new Date('2026-11-26T20:00:00.000Z');
const LAST_90 = { date_from: '2026-08-28', date_to: '2026-11-26' };

describe('what an operator types', () => {
  it.each([
    [
      '01JQ0000000000000000000PAY',
      [
        { by: 'id', text: '01JQ0000000000000000000PAY' },
        { by: 'reference', text: '01JQ0000000000000000000PAY' },
      ],
    ],
    [
      '01jq0000000000000000000pay',
      [
        { by: 'id', text: '01JQ0000000000000000000PAY' },
        { by: 'reference', text: '01jq0000000000000000000pay' },
      ],
    ],
    [
      ' Ada@Example.com ',
      [
        { by: 'email', text: 'ada@example.com' },
        { by: 'reference', text: 'Ada@Example.com' },
      ],
    ],
    [
      '•••• 4242',
      [
        { by: 'last_four', text: '4242' },
        { by: 'reference', text: '•••• 4242' },
      ],
    ],
    ['order-17', [{ by: 'reference', text: 'order-17' }]],
    [
      'HKD 125',
      [
        { by: 'amount', text: 'HKD 125', amount: 12_500, currency: 'HKD', ...LAST_90 },
        { by: 'reference', text: 'HKD 125' },
      ],
    ],
    [
      '1,250.5 hkd 2026-02',
      [
        {
          by: 'amount',
          text: '1,250.5 hkd 2026-02',
          amount: 125_050,
          currency: 'HKD',
          date_from: '2026-02-01',
          date_to: '2026-02-28',
        },
        { by: 'reference', text: '1,250.5 hkd 2026-02' },
      ],
    ],
    [
      'JPY 100 2026-11-01..2026-11-15',
      [
        {
          by: 'amount',
          text: 'JPY 100 2026-11-01..2026-11-15',
          amount: 100,
          currency: 'JPY',
          date_from: '2026-11-01',
          date_to: '2026-11-15',
        },
        { by: 'reference', text: 'JPY 100 2026-11-01..2026-11-15' },
      ],
    ],
    ['JPY 1.5', [{ by: 'reference', text: 'JPY 1.5' }]],
    ['HKD 1 2026-02-30', [{ by: 'reference', text: 'HKD 1 2026-02-30' }]],
    ['  ', []],
  ])('"%s" is sought as what it may be', (typed, terms) => {
    expect(searchTermsOf(typed, NOW)).toEqual(terms);
  });
});

describe('a resource that an operator sees', () => {
  const view = seenBy(DisputeResponse, { viewer: ['dispute_id'], operator: ['arn'] });
  const body = { dispute_id: 'D', arn: 'A', payment_reference: 'R', is_defendable: null };

  it('shows a role what is marked for it, and masks every other value', () => {
    expect(maskedFor(view, body, 'viewer')).toEqual({
      body: { ...body, arn: MASK, payment_reference: MASK },
      masked: ['arn', 'payment_reference'],
      personal: [],
    });
    expect(maskedFor(view, body, 'operator').personal).toEqual(['arn']);
    expect(maskedFor(view, body, 'operator').masked).toEqual(['payment_reference']);
    expect(maskedFor(view, body, 'admin').masked).toEqual(['payment_reference']);
  });

  it('masks a member that nobody has marked', () => {
    expect(maskedFor(view, { added_later: 'x' }, 'admin')).toEqual({
      body: { added_later: MASK },
      masked: ['added_later'],
      personal: [],
    });
  });

  it('shows parts of a member, also of objects in a list, and masks its others', () => {
    const parts = seenBy(PaymentResponse, {
      viewer: ['payment_id', 'sender.user_id', 'fees.amount'],
      operator: ['sender.name'],
    });
    const sender = { user_id: 'U', name: 'Ada', added_later: 'x' };
    const payment = { payment_id: 'P', sender, fees: [{ amount: 1, paid_by: 'SENDER' }] };
    expect(maskedFor(parts, payment, 'viewer')).toEqual({
      body: {
        payment_id: 'P',
        sender: { user_id: 'U', name: MASK, added_later: MASK },
        fees: [{ amount: 1, paid_by: MASK }],
      },
      masked: ['sender.name', 'sender.added_later', 'fees.paid_by'],
      personal: [],
    });
    expect(maskedFor(parts, payment, 'operator')).toMatchObject({
      masked: ['sender.added_later', 'fees.paid_by'],
      personal: ['sender.name'],
    });
    const paths = ['sender.name', 'fees.paid_by', 'sender', 'sender.no', 'sender.name.length'];
    expect(paths.map((path) => valueAt(payment, path))).toEqual([
      'Ada',
      ['SENDER'],
      sender,
      undefined,
      undefined,
    ]);
  });

  it('refuses marks of members that the class does not have, and two marks', () => {
    expect(() => seenBy(DisputeResponse, { viewer: ['nothing' as never] })).toThrow('has no');
    expect(() => seenBy(PaymentResponse, { viewer: ['sender.nothing'] })).toThrow('has no');
    expect(() => seenBy(PaymentResponse, { viewer: ['metadata.order'] })).toThrow('has no');
    expect(() => seenBy(DisputeResponse, { viewer: ['arn'], admin: ['arn'] })).toThrow('twice');
  });

  class Opened {
    @field.openObject() answer: object;
    @field.openObjectList() answers: object[];
    @field.textList('Names.') names: string[];
  }

  it.each([
    [PaymentResponse, 'sender'],
    [PaymentResponse, 'fees'],
    [PaymentResponse, 'payment_details.references'],
    [PaymentResponse, 'payment_method.card'],
    [PaymentResponse, 'metadata'],
    [DisputeResponse, 'issuer_comments'],
    [Opened, 'answer'],
    [Opened, 'answers'],
  ])('never marks of %p %s as a whole: what is added below it later stays masked', (type, path) => {
    expect(() => seenBy<object>(type, { viewer: [path as never] })).toThrow('mark each of them');
  });

  it('marks a list of texts', () => {
    expect(() => seenBy(Opened, { viewer: ['names'] })).not.toThrow();
  });
});

describe("an operator's claim", () => {
  const claim: OperatorClaim = {
    subject: 'local:me',
    role: 'operator',
    apps: ['A'],
    session: 'S',
    purpose: 'see',
  };

  it('has a role with all that the ones before it may, and its apps', () => {
    expect(['viewer', 'operator', 'admin'].map((role) => hasRole(claim, role as 'admin'))).toEqual([
      true,
      true,
      false,
    ]);
    expect([hasApp(claim, 'A'), hasApp(claim, 'B'), hasApp({ apps: '*' }, 'B')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each([
    [claim, true],
    [{ ...claim, apps: '*' }, true],
    [{ ...claim, role: 'root' }, false],
    [{ ...claim, apps: 'A' }, false],
    [{ ...claim, subject: '' }, false],
    [{ ...claim, purpose: undefined }, false],
    [null, false],
  ])('%j is one: %s', (value, expected) => expect(isOperatorClaim(value)).toBe(expected));
});

import { assertPayerMax, readItems } from './checklist-items.js';

const consent = (value: unknown) =>
  readItems(
    Buffer.from(
      JSON.stringify({
        items: [{ type: 'ENDUSER_CONSENT', name: 'INSTITUTION_CREDENTIALS_LOGIN', value }],
      }),
    ),
  );

describe('a consent item', () => {
  it.each([
    [true, null],
    [{ max_transaction_amount: 10_000 }, 10_000],
    [{ max_transaction_amount: 1 }, 1],
  ])('with the value %j sets the limit %j', (value, payerMaxAmount) => {
    expect(consent(value)).toMatchObject([{ type: 'ENDUSER_CONSENT', payerMaxAmount }]);
  });

  it.each([
    [false],
    ['true'],
    [1],
    [null],
    [[]],
    [{}],
    [{ max_transaction_amount: 0 }],
    [{ max_transaction_amount: -1 }],
    [{ max_transaction_amount: 100.5 }],
    [{ max_transaction_amount: '100' }],
    [{ max_transaction_amount: null }],
    [{ max_transaction_amount: 2 ** 53 }],
  ])('is refused with the value %j', (value) => {
    expect(() => consent(value)).toThrow('items.0.value');
  });
});

const assert =
  (payerMaxAmount: number | null, maxTransactionAmount: number | null = 50_000) =>
  () =>
    assertPayerMax({ path: 'items.0', payerMaxAmount }, { maxTransactionAmount });

describe("a payer's own limit", () => {
  it.each([[null], [1], [50_000]])('of %j is accepted within the limit of the mandate', (own) => {
    expect(assert(own)).not.toThrow();
  });

  it('is refused above the limit of the mandate', () => {
    expect(assert(50_001)).toThrow('items.0.value.max_transaction_amount');
  });

  it('has no bound when the mandate has none', () => {
    expect(assert(Number.MAX_SAFE_INTEGER, null)).not.toThrow();
  });
});

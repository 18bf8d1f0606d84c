import { assertPayerMax } from './payer-max.js';

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

import { assertPayerMax } from './payer-max.js';

const limits = {
  maxTransactionAmount: 50_000,
  maxPeriodAmount: null,
  maxPeriodCount: null,
  period: null,
};
const assert =
  (payerMaxAmount: number | null, agreed: typeof limits | null = limits) =>
  () =>
    assertPayerMax({ path: 'items.0', payerMaxAmount }, { limits: agreed });

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

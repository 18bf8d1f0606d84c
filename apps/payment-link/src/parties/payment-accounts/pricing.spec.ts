import fc from 'fast-check';
import { amountAt, checkPricing, priceOf, payoutFeeOf } from './settlement-account.js';

const amounts = fc.integer({ min: 1, max: 1_000_000_000_000 });
const rates = fc.record({
  fixed: fc.integer({ min: 0, max: 100_000 }),
  basisPoints: fc.integer({ min: 0, max: 10_000 }),
});

describe('the rate of an amount', () => {
  it.each([
    ['half down to even', 100, 250, 2],
    ['half up to even', 300, 250, 8],
    ['half of one', 1, 5_000, 0],
    ['just over half', 101, 250, 3],
    ['just under half', 99, 250, 2],
    ['all of it', 7, 10_000, 7],
    ['none of it', 7, 0, 0],
  ])('rounds %s', (_name, amount, basisPoints, expected) => {
    expect(amountAt({ fixed: 0, basisPoints }, amount)).toBe(expected);
    expect(amountAt({ fixed: 30, basisPoints }, amount)).toBe(expected + 30);
  });

  it('gives the nearest minor unit, and the even one at half', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const share = BigInt(amountAt(rate, amount) - rate.fixed);
        const off = share * 10_000n - BigInt(amount) * BigInt(rate.basisPoints);
        const distance = off < 0n ? -off : off;
        return distance < 5_000n || (distance === 5_000n && share % 2n === 0n);
      }),
    );
  });

  it('never falls when the amount or the share grows', () => {
    fc.assert(
      fc.property(amounts, rates, fc.integer({ min: 0, max: 1_000 }), (amount, rate, more) => {
        const basisPoints = Math.min(10_000, rate.basisPoints + more);
        const least = amountAt(rate, amount);
        return (
          amountAt(rate, amount + more) >= least &&
          amountAt({ ...rate, basisPoints }, amount) >= least
        );
      }),
    );
  });
});

describe('the price of a payment', () => {
  it('includes the surcharge of its method, and the fee on the whole sum', () => {
    const pricing = {
      CARD: { surcharge: { fixed: 30, basisPoints: 250 }, fee: { fixed: 10, basisPoints: 100 } },
    };
    expect(priceOf(pricing, 'CARD', 12_500)).toEqual({ surchargeAmount: 342, feeAmount: 138 });
    expect(priceOf(pricing, 'WALLET', 12_500)).toEqual({ surchargeAmount: 0, feeAmount: 0 });
  });

  it('never has a fee above the paid sum', () => {
    fc.assert(
      fc.property(amounts, rates, rates, (amount, surcharge, fee) => {
        const price = priceOf({ CARD: { surcharge, fee } }, 'CARD', amount);
        return price.feeAmount >= 0 && price.feeAmount <= amount + price.surchargeAmount;
      }),
    );
  });

  it('of a payout is a fee on top of it, and never a surcharge', () => {
    const fee = { fixed: 30, basisPoints: 100 };
    expect(payoutFeeOf({ PAYOUT: { surcharge: null, fee } }, 12_550)).toBe(156);
    expect(payoutFeeOf({ CARD: { surcharge: null, fee } }, 12_550)).toBe(0);
    const wrong = { PAYOUT: { surcharge: fee, fee: null } };
    expect(() => checkPricing(wrong, ['HKD'])).toThrow('no surcharge');
  });

  it('has a fixed sum only when there is one currency', () => {
    const pricing = { CARD: { surcharge: { fixed: 1, basisPoints: 0 }, fee: null } };
    expect(() => checkPricing(pricing, ['HKD'])).not.toThrow();
    expect(() => checkPricing(pricing, ['HKD', 'JPY'])).toThrow('several currencies');
    const shares = { CARD: { surcharge: null, fee: { fixed: 0, basisPoints: 5 } } };
    expect(() => checkPricing(shares, ['HKD', 'JPY'])).not.toThrow();
  });
});

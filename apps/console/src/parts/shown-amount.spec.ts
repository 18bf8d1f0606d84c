import { shownAmount } from './shown-amount.js';

it.each([
  [124_850, 'HKD', 'HKD 1,248.50'],
  [1_500, 'JPY', 'JPY 1,500'],
  [1_234_567, 'KWD', 'KWD 1,234.567'],
  [9_007_199_254_740_991, 'USD', 'USD 90,071,992,547,409.91'],
  [-50, 'USD', 'USD -0.50'],
  [7, 'XAU', '7 XAU'],
])('%d minor units of %s are shown as %s', (amount, currency, text) => {
  expect(shownAmount(amount, currency)).toBe(text);
});

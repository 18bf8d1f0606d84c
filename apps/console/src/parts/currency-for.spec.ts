import { currencyFor } from './currency-for.js';

const OF = { currency: 'HKD', fee_amount: 3, fee_currency: 'USD', amount: 5, attempts: 2 };

it.each([
  ['amount', 'HKD'],
  ['fee_amount', 'USD'],
  ['amount_refunded', 'HKD'],
  ['max_transaction_amount', 'HKD'],
  ['net', 'HKD'],
  ['attempts', undefined],
  ['fee_currency', undefined],
])('the member %s is an amount in %s', (name, currency) => {
  expect(currencyFor(name, OF)).toBe(currency);
});

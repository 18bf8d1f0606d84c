import { typedAmount } from './typed-amount.js';

it.each([
  ['125', 'HKD', 12_500],
  ['125.5', 'HKD', 12_550],
  [' 125.50 ', 'HKD', 12_550],
  ['125.', 'HKD', 12_500],
  ['1,250.05', 'HKD', 125_005],
  ['1250', 'JPY', 1_250],
  ['1.234', 'KWD', 1_234],
  ['0.29', 'USD', 29],
  ['1.15', 'USD', 115],
])('reads %j %s as %d minor units', (text, currency, amount) => {
  expect(typedAmount({ text, currency })).toBe(amount);
});

it.each([
  ['', 'HKD'],
  ['1,25', 'HKD'],
  ['12,50.00', 'HKD'],
  ['1.255', 'HKD'],
  ['1.5', 'JPY'],
  ['-5', 'HKD'],
  ['1e3', 'HKD'],
  ['HKD 5', 'HKD'],
  ['99999999999999999', 'HKD'],
])('reads no amount from %j %s', (text, currency) => {
  expect(typedAmount({ text, currency })).toBeUndefined();
});

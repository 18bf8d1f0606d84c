import { instantOf, secondsOf } from './clock.js';
import { UsageError } from './failure.js';

it.each([
  ['90s', 90],
  ['15m', 900],
  ['12h', 43_200],
  ['2d', 172_800],
  ['1w', 604_800],
  ['1d12h', 129_600],
])('%s are %d seconds', (duration, seconds) => {
  expect(secondsOf(duration)).toBe(seconds);
});

it.each(['', '5', 'd', '0s', '-1d', '2d ', '1.5d', '2 d', '1y'])('%p is no duration', (text) => {
  expect(() => secondsOf(text)).toThrow(UsageError);
});

it('a time is a day or an instant', () => {
  expect(instantOf('2026-12-24').toISOString()).toBe('2026-12-24T00:00:00.000Z');
  expect(instantOf('2026-12-24T10:00:00+08:00').toISOString()).toBe('2026-12-24T02:00:00.000Z');
});

it.each(['', 'tomorrow', '24', '2026-13-01'])('%p is no time', (text) => {
  expect(() => instantOf(text)).toThrow(UsageError);
});

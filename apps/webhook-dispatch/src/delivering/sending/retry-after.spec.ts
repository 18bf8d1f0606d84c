import { retryAfterMs } from './webhook-requests.js';

const NOW = new Date('2026-03-01T12:00:00.250Z');

it.each([
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Sun, 01 Mar 2026 12:00:01 GMT', 750],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['9999999999', undefined],
  ['Sun, 01 Mar 2026 11:59:59 GMT', undefined],
  ['Sun, 99 Mar 2026 11:59:59 GMT', undefined],
  ['2026-03-01T12:00:10Z', undefined],
  [undefined, undefined],
  [['1', '2'], undefined],
])('Retry-After %j asks for %s ms', (header, expected) => {
  expect(retryAfterMs(header, NOW)).toBe(expected);
});

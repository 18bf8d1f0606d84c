import {
  isAbsoluteUrl,
  isDateTime,
  isInstant,
  isIntegerWithin,
  isReturnUri,
  isTextMap,
  isTextWithin,
  isUtcDate,
  METADATA_LIMITS,
} from './rules.js';

const EMOJI = '\u{1f600}';
const MAX = Number.MAX_SAFE_INTEGER;

describe('isTextWithin', () => {
  it.each([
    ['', { max: 1 }, true],
    ['', { min: 1 }, false],
    ['a', { min: 1, max: 1 }, true],
    ['ab', { max: 1 }, false],
    [EMOJI.repeat(3), { max: 3 }, true],
    [EMOJI.repeat(4), { max: 3 }, false],
    ['a\ufe0f', { max: 1 }, false],
    ['x'.repeat(100_000), { max: 3 }, false],
    [5, {}, false],
    [null, {}, false],
    [['a'], {}, false],
  ])('%p within %p: %s', (value, limits, expected) => {
    expect(isTextWithin(value, limits)).toBe(expected);
  });
});

describe('isIntegerWithin', () => {
  it.each([
    [1, { min: 1 }, true],
    [0, { min: 1 }, false],
    [12, { max: 12 }, true],
    [13, { max: 12 }, false],
    [MAX, {}, true],
    [MAX + 1, {}, false],
    [1.5, {}, false],
    [Number.NaN, {}, false],
    [Number.POSITIVE_INFINITY, {}, false],
    ['1', {}, false],
    [true, {}, false],
    [1n, {}, false],
  ])('%p within %p: %s', (value, limits, expected) => {
    expect(isIntegerWithin(value, limits)).toBe(expected);
  });
});

describe('isUtcDate', () => {
  it.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'accepts %s',
    (value) => expect(isUtcDate(value)).toBe(true),
  );

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '20260101',
    '',
    20260101,
    null,
  ])('refuses %p', (value) => expect(isUtcDate(value)).toBe(false));
});

describe('isDateTime and isInstant', () => {
  it.each([
    ['2026-03-02T08:15:30.250Z', true, true],
    ['2026-03-02T08:15:30Z', true, false],
    ['2026-03-02T08:15:30.25Z', true, false],
    ['2026-03-02T08:15:30.250+08:00', true, false],
    ['2026-03-02T08:15:30.250123456Z', true, false],
    ['2026-03-02T08:15:30', false, false],
    ['2026-03-02 08:15:30.250Z', false, false],
    ['2026-02-30T08:15:30.250Z', false, false],
    ['2026-03-02T24:00:00.000Z', false, false],
    ['2026-03-02T23:60:00.000Z', false, false],
    ['2026-03-02T08:15:30.250+24:00', false, false],
    ['0001-01-01T00:00:00.000+08:00', false, false],
    ['9999-12-31T23:59:59.999-08:00', false, false],
    ['2026-03-02', false, false],
    [1_772_439_330_250, false, false],
  ])('%p: request %s, ours %s', (value, request, ours) => {
    expect(isDateTime(value)).toBe(request);
    expect(isInstant(value)).toBe(ours);
  });
});

describe('isTextMap', () => {
  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_unused, i) => [`k${i}`, 'v']));

  it.each([
    [{}, true],
    [pairs(20), true],
    [pairs(21), false],
    [{ ['k'.repeat(50)]: 'v' }, true],
    [{ ['k'.repeat(51)]: 'v' }, false],
    [{ k: 'v'.repeat(1000) }, true],
    [{ k: 'v'.repeat(1001) }, false],
    [{ k: 1 }, false],
    [{ k: null }, false],
    [{ k: { a: 'b' } }, false],
    [['v'], false],
    ['v', false],
    [null, false],
  ])('%p: %s', (value, expected) => {
    expect(isTextMap(value, METADATA_LIMITS)).toBe(expected);
  });
});

describe('isReturnUri and isAbsoluteUrl', () => {
  it.each([
    ['https://shop.example.com/return?x=1', true, true],
    ['http://127.0.0.1:8090/callback', true, true],
    ['http://localhost/callback', true, true],
    ['http://[::1]:8090/', true, true],
    ['http://shop.example.com/', false, true],
    ['http://127.0.0.1.example.com/', false, true],
    ['http://localhost.example.com/', false, true],
    ['ftp://shop.example.com/', false, true],
    ['javascript:alert(1)', false, false],
    ['data:text/html,x', false, false],
    ['//shop.example.com', false, false],
    ['/return', false, false],
    ['https://', false, false],
    ['https://shop.example.com/a b', false, false],
    ['https://shop.example.com/\r\nX: y', false, false],
    [`https://shop.example.com/${'a'.repeat(2048 - 25)}`, true, true],
    [`https://shop.example.com/${'a'.repeat(2049 - 25)}`, false, false],
    ['', false, false],
    [5, false, false],
  ])('%p: return %s, absolute %s', (value, returnUri, absolute) => {
    expect(isReturnUri(value)).toBe(returnUri);
    expect(isAbsoluteUrl(value)).toBe(absolute);
  });
});

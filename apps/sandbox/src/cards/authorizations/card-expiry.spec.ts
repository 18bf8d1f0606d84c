import { DECLINES, outcomeOf } from './card-outcomes.js';
import { isCvc, isExpired, isExpiry, isTooFarAhead } from './card-entry.js';
import { decideAuthorization } from './authorization.js';

const lastMoment = new Date('2026-03-31T23:59:59.999Z');
const nextMonth = new Date('2026-04-01T00:00:00.000Z');
const march = { month: 3, year: 2026 };

describe('card expiry', () => {
  it('a card is valid to the last instant of its month', () => {
    expect(isExpired(march, lastMoment)).toBe(false);
    expect(isExpired(march, nextMonth)).toBe(true);
    expect(isExpired({ month: 12, year: 2025 }, lastMoment)).toBe(true);
    expect(isExpired({ month: 12, year: 2026 }, nextMonth)).toBe(false);
  });

  it.each([
    [{ month: 0, year: 2030 }, false],
    [{ month: 13, year: 2030 }, false],
    [{ month: 1.5, year: 2030 }, false],
    [{ month: 1, year: 30 }, false],
    [{ month: 1, year: 2030 }, true],
  ])('%j is a month and a year: %s', (expiry, valid) => {
    expect(isExpiry(expiry)).toBe(valid);
  });

  it('an expiry 50 years ahead is accepted, 51 years ahead is refused', () => {
    expect(isTooFarAhead({ month: 1, year: 2076 }, lastMoment)).toBe(false);
    expect(isTooFarAhead({ month: 1, year: 2077 }, lastMoment)).toBe(true);
  });

  it('a card that has expired on the clock of the app is declined', () => {
    const question = { outcome: outcomeOf('AUTHORIZED'), expiry: march, offSession: false };
    expect(decideAuthorization({ ...question, now: lastMoment })).toEqual({ command: 'authorize' });
    expect(decideAuthorization({ ...question, now: nextMonth })).toEqual({
      command: 'decline',
      decline: DECLINES.expiredCard,
    });
  });

  it.each([
    ['123', true],
    ['1234', true],
    ['12', false],
    ['12345', false],
    ['12a', false],
  ])('whether %s is a security code: %s', (typed, valid) => {
    expect(isCvc(typed)).toBe(valid);
  });
});

import { createHmac, randomBytes } from 'node:crypto';
import {
  newId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentLinkId,
} from '@towpath/kernel';
import type { KeyedHash } from '@towpath/persistence';
import { WayToBank, type Errand } from './way-to-bank.js';

const START = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const key = randomBytes(32);
const mac = (_purpose: string, text: string) => createHmac('sha256', key).update(text).digest();
const hash = { mac, macs: (purpose: string, text: string) => [mac(purpose, text)] };

let nowMs = START;
const clock = { now: async () => new Date(nowMs), system: () => new Date(nowMs) };
const wayUnder = (publicPagesUrl: string) =>
  new WayToBank(hash as unknown as KeyedHash, clock, { publicPagesUrl, validityDays: 1 });
const anErrand = (): Errand => ({
  customerAppId: newId<CustomerAppId>(new Date(START)),
  paymentLinkId: newId<PaymentLinkId>(new Date(START)),
  attemptId: newId<PaymentAttemptId>(new Date(START)),
});
const stateIn = (address: string) => new URL(address).searchParams.get('state') ?? '';

beforeEach(() => {
  nowMs = START;
});

describe('the redirect to the bank of a card', () => {
  const way = wayUnder('https://pages.example');
  const errand = anErrand();

  it('has the same state for the same challenge, valid in one direction only', () => {
    const there = stateIn(way.addressOf(errand, 'challenge'));
    const back = stateIn(way.addressOf(errand, 'challenge_return'));
    expect(stateIn(way.addressOf(errand, 'challenge_return'))).toBe(back);
    expect(way.read(there, 'challenge')).toEqual(errand);
    expect(way.read(back, 'challenge_return')).toEqual(errand);
    expect(way.read(there, 'challenge_return')).toBeUndefined();
    expect(way.read(back, 'challenge')).toBeUndefined();
    for (const text of ['', 'a.b.c.d', `${back}.x`, back.slice(0, -1)]) {
      expect(way.read(text, 'challenge_return')).toBeUndefined();
    }
  });

  it('recognizes the browser that left, for an hour and for the same challenge only', () => {
    const cookie = way.cookieOf(errand);
    expect(cookie).toMatch(/^__Host-challenge-/);
    expect(cookie).toContain('; HttpOnly; SameSite=Lax; Path=/; Max-Age=3600; Secure');
    const [kept = ''] = cookie.split(';');
    expect(way.isFrom(`a=b; ${kept}; c=d`, errand)).toBe(true);
    expect(way.isFrom(undefined, errand)).toBe(false);
    const other = { ...errand, attemptId: anErrand().attemptId };
    expect(way.isFrom(kept.replace(errand.attemptId, other.attemptId), other)).toBe(false);
    const [name, value = ''] = kept.split('=');
    const [until, proof] = value.split('.');
    expect(way.isFrom(`${name}=${Number(until) + 60}.${proof}`, errand)).toBe(false);
    nowMs = START + HOUR_MS - 1_000;
    expect(way.isFrom(kept, errand)).toBe(true);
    nowMs = START + HOUR_MS;
    expect(way.isFrom(kept, errand)).toBe(false);
  });

  it('sets a cookie without Secure when the site has no https', () => {
    const cookie = wayUnder('http://127.0.0.1:8080').cookieOf(errand);
    expect(cookie).toMatch(/^challenge-/);
    expect(cookie).not.toContain('Secure');
  });
});

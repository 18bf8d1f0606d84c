import { createHmac, randomBytes } from 'node:crypto';
import {
  newId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentLinkId,
} from '@towpath/kernel';
import type { KeyedHash } from '@towpath/persistence';
import type { PaymentLinkConfig } from '../../payment-link.config.js';
import { LinkAddresses, type Challenge } from './link-addresses.js';

const START = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const key = randomBytes(32);
const mac = (_purpose: string, text: string) => createHmac('sha256', key).update(text).digest();
const hash = { mac, macs: (purpose: string, text: string) => [mac(purpose, text)] };

let nowMs = START;
const clock = { now: async () => new Date(nowMs), system: () => new Date(nowMs) };
const addressesUnder = (publicPagesUrl: string) =>
  new LinkAddresses(hash as unknown as KeyedHash, clock, { publicPagesUrl } as PaymentLinkConfig);
const aChallenge = (): Challenge => ({
  customerAppId: newId<CustomerAppId>(new Date(START)),
  paymentLinkId: newId<PaymentLinkId>(new Date(START)),
  attemptId: newId<PaymentAttemptId>(new Date(START)),
});
const stateIn = (address: string) => new URL(address).searchParams.get('state') ?? '';

beforeEach(() => {
  nowMs = START;
});

describe('the redirect to the bank of a card', () => {
  const addresses = addressesUnder('https://pages.example');
  const challenge = aChallenge();

  it('has the same state for the same challenge, valid in one direction only', () => {
    const there = stateIn(addresses.addressOf(challenge, 'challenge'));
    const back = stateIn(addresses.addressOf(challenge, 'challenge_return'));
    expect(stateIn(addresses.addressOf(challenge, 'challenge_return'))).toBe(back);
    expect(addresses.challengeIn(there, 'challenge')).toEqual(challenge);
    expect(addresses.challengeIn(back, 'challenge_return')).toEqual(challenge);
    expect(addresses.challengeIn(there, 'challenge_return')).toBeUndefined();
    expect(addresses.challengeIn(back, 'challenge')).toBeUndefined();
    for (const text of ['', 'a.b.c.d', `${back}.x`, back.slice(0, -1)]) {
      expect(addresses.challengeIn(text, 'challenge_return')).toBeUndefined();
    }
  });

  it('recognizes the browser that left, for an hour and for the same challenge only', () => {
    const cookie = addresses.cookieOf(challenge);
    expect(cookie).toMatch(/^__Host-challenge-/);
    expect(cookie).toContain('; HttpOnly; SameSite=Lax; Path=/; Max-Age=3600; Secure');
    const [kept = ''] = cookie.split(';');
    expect(addresses.isFrom(`a=b; ${kept}; c=d`, challenge)).toBe(true);
    expect(addresses.isFrom(undefined, challenge)).toBe(false);
    const other = { ...challenge, attemptId: aChallenge().attemptId };
    expect(addresses.isFrom(kept.replace(challenge.attemptId, other.attemptId), other)).toBe(false);
    const [name, value = ''] = kept.split('=');
    const [until, proof] = value.split('.');
    expect(addresses.isFrom(`${name}=${Number(until) + 60}.${proof}`, challenge)).toBe(false);
    nowMs = START + HOUR_MS - 1_000;
    expect(addresses.isFrom(kept, challenge)).toBe(true);
    nowMs = START + HOUR_MS;
    expect(addresses.isFrom(kept, challenge)).toBe(false);
  });

  it('sets a cookie without Secure when the site has no https', () => {
    const cookie = addressesUnder('http://127.0.0.1:8080').cookieOf(challenge);
    expect(cookie).toMatch(/^challenge-/);
    expect(cookie).not.toContain('Secure');
  });
});

import { SERVICE_NAMES } from '@towpath/contracts';

import {
  ALLOWED_EDGES,
  CachedTokenSource,
  CircuitBreaker,
  isAllowedEdge,
  type CircuitBreakerOptions,
} from '../index.js';

describe('CircuitBreaker', () => {
  it('opens after failures in a row and lets one trial call through after its pause', () => {
    const { breaker, times, fail } = breakerAt({ threshold: 3, openMs: 100 });
    for (let failure = 0; failure < 3; failure += 1) fail();
    expect(breaker.admit()).toBeUndefined();
    times.now += 100;
    const trial = breaker.admit();
    expect([trial?.isTrial, breaker.admit()]).toEqual([true, undefined]);
    trial?.settle('FAILED');
    expect(breaker.admit()).toBeUndefined();
    times.now += 100;
    breaker.admit()?.settle('SUCCEEDED');
    expect([breaker.admit()?.isTrial, breaker.admit()?.isTrial]).toEqual([false, false]);
  });

  it('counts only failures in a row', () => {
    const { breaker, fail } = breakerAt({ threshold: 2 });
    fail();
    breaker.admit()?.settle('SUCCEEDED');
    fail();
    expect(breaker.admit()).toBeDefined();
  });

  it('ignores a call whose outcome is unknown', () => {
    const { breaker, fail } = breakerAt({ threshold: 2 });
    for (let call = 0; call < 9; call += 1) breaker.admit()?.settle('UNTOLD');
    expect(breaker.admit()).toBeDefined();
    fail();
    breaker.admit()?.settle('UNTOLD');
    fail();
    expect(breaker.admit()).toBeUndefined();
  });

  it('waits for a trial call no longer than its time, and no longer than its caller', () => {
    const { breaker, times, fail } = breakerAt({ threshold: 1, openMs: 100, trialMs: 50 });
    fail();
    times.now += 100;
    const lasting = breaker.admit();
    expect(breaker.admit()).toBeUndefined();
    times.now += 50;
    const next = breaker.admit();
    expect(next?.isTrial).toBe(true);
    lasting?.settle('UNTOLD');
    expect(breaker.admit()).toBeUndefined();
    next?.settle('UNTOLD');
    expect(breaker.admit()?.isTrial).toBe(true);
  });

  it('lets those wait for a trial that came just after it, and no others', async () => {
    const { breaker, times, fail } = breakerAt({ threshold: 1, openMs: 100, trialMs: 5_000 });
    fail();
    expect(await breaker.admitSoon(1_000)).toBeUndefined();
    times.now += 100;
    const first = await breaker.admitSoon(1_000);
    const others = [breaker.admitSoon(1_000), breaker.admitSoon(1_000)];
    first?.settle('FAILED');
    expect(await Promise.all(others)).toEqual([undefined, undefined]);
    times.now += 100;
    const second = breaker.admit();
    const waiting = breaker.admitSoon(1_000);
    times.now += 1_000;
    expect(await breaker.admitSoon(1_000)).toBeUndefined();
    second?.settle('SUCCEEDED');
    expect((await waiting)?.isTrial).toBe(false);
  });

  it('opens at once when the target is known to be unavailable', () => {
    const { breaker } = breakerAt({ threshold: 5 });
    breaker.open();
    expect(breaker.admit()).toBeUndefined();
  });
});

function breakerAt(options: CircuitBreakerOptions) {
  const times = { now: 0 };
  const breaker = new CircuitBreaker({ ...options, now: () => times.now });
  return { breaker, times, fail: () => breaker.admit()?.settle('FAILED') };
}

describe('CachedTokenSource', () => {
  function sourceWith(mint: () => Promise<string>) {
    const times = { now: 0 };
    const source = new CachedTokenSource({
      mint: async () => ({ access_token: await mint(), expires_in: 300 }),
      now: () => times.now,
    });
    return { source, times };
  }

  it('requests one token for simultaneous callers, and renews it before its end', async () => {
    let minted = 0;
    const { source, times } = sourceWith(() => Promise.resolve(`t${(minted += 1)}`));
    expect(await Promise.all([source.tokenFor('mandate'), source.tokenFor('mandate')])).toEqual([
      't1',
      't1',
    ]);
    times.now = 239_000;
    expect(await source.tokenFor('mandate')).toBe('t1');
    times.now = 241_000;
    expect(await source.tokenFor('mandate')).toBe('t2');
  });

  it('returns the old token while the issuer is down, until the token expires', async () => {
    let down = false;
    const { source, times } = sourceWith(() =>
      down ? Promise.reject(new Error('mint is down')) : Promise.resolve('t1'),
    );
    await source.tokenFor('mandate');
    down = true;
    times.now = 299_000;
    expect(await source.tokenFor('mandate')).toBe('t1');
    times.now = 301_000;
    await expect(source.tokenFor('mandate')).rejects.toThrow('mint is down');
  });

  it('forgets a token that was refused', async () => {
    let minted = 0;
    const { source } = sourceWith(() => Promise.resolve(`t${(minted += 1)}`));
    await source.tokenFor('mandate');
    source.forget('mandate');
    expect(await source.tokenFor('mandate')).toBe('t2');
  });
});

describe('the allowed calls between services', () => {
  it('are exactly the listed ones', () => {
    expect(ALLOWED_EDGES).toMatchInlineSnapshot(`
      {
        "account-data": [
          "gateway",
        ],
        "dispute": [
          "gateway",
          "payment-link",
        ],
        "gateway": [
          "account-data",
          "mandate",
          "payment-link",
          "dispute",
          "webhook-dispatch",
          "sandbox",
        ],
        "mandate": [
          "gateway",
          "payment-link",
          "account-data",
        ],
        "payment-link": [
          "gateway",
          "mandate",
          "account-data",
        ],
        "sandbox": [
          "gateway",
        ],
        "webhook-dispatch": [
          "gateway",
        ],
      }
    `);
  });

  it('include calls of every service to the gateway, and no call of a service to itself', () => {
    for (const service of SERVICE_NAMES) {
      expect(isAllowedEdge(service, service)).toBe(false);
      if (service !== 'gateway') expect(isAllowedEdge(service, 'gateway')).toBe(true);
    }
  });
});

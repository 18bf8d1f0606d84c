import { jest } from '@jest/globals';
import { DomainError } from '@towpath/kernel';
import { AttemptLimiter, type Attempt } from './attempt-limiter.js';

const attempt: Attempt = { clientId: 'client', address: '192.0.2.1' };

async function failTimes(limiter: AttemptLimiter, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) await limiter.countFailure(attempt);
}

async function waitOf(limiter: AttemptLimiter, of: Attempt = attempt): Promise<number> {
  const refusal: unknown = await limiter.assertAllowed(of).then(
    () => undefined,
    (error: unknown) => error,
  );
  return refusal instanceof DomainError ? Number(refusal.facts['retryAfterSeconds']) : 0;
}

describe('AttemptLimiter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('lets nine failures pass and makes the tenth wait a minute', async () => {
    const limiter = new AttemptLimiter();
    await failTimes(limiter, 9);
    expect(await waitOf(limiter)).toBe(0);
    await failTimes(limiter, 1);
    expect(await waitOf(limiter)).toBe(60);
  });

  it('doubles the wait each time, up to a quarter of an hour', async () => {
    const limiter = new AttemptLimiter();
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      await failTimes(limiter, 10);
      const wait = await waitOf(limiter);
      waits.push(wait);
      jest.advanceTimersByTime(wait * 1_000 + 1);
      expect(await waitOf(limiter)).toBe(0);
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
  });

  it('forgets failures that are spread over more than a minute', async () => {
    const limiter = new AttemptLimiter();
    await failTimes(limiter, 9);
    jest.advanceTimersByTime(60_001);
    await failTimes(limiter, 9);
    expect(await waitOf(limiter)).toBe(0);
  });

  it('makes a client wait when many addresses fail for it', async () => {
    const limiter = new AttemptLimiter();
    for (let i = 0; i < 100; i += 1) {
      await limiter.countFailure({ clientId: 'client', address: `198.51.100.${i}` });
    }
    expect(await waitOf(limiter)).toBe(60);
    expect(await waitOf(limiter, { ...attempt, clientId: 'another' })).toBe(0);
  });

  it('never blocks a recently successful address because other addresses fail', async () => {
    const limiter = new AttemptLimiter();
    await limiter.noteSuccess(attempt);
    for (let i = 0; i < 300; i += 1) {
      await limiter
        .countFailure({ clientId: 'client', address: `198.51.100.${i % 250}` })
        .catch(() => undefined);
      await limiter
        .countFailure({ clientId: `other${i}`, address: attempt.address })
        .catch(() => undefined);
    }
    expect(await waitOf(limiter)).toBe(0);
    expect(await waitOf(limiter, { ...attempt, address: '203.0.113.1' })).toBeGreaterThan(0);
    jest.advanceTimersByTime(86_400_001);
    for (let i = 0; i < 100; i += 1) {
      await limiter.countFailure({ clientId: 'client', address: `198.51.100.${i}` });
    }
    expect(await waitOf(limiter)).toBeGreaterThan(0);
  });

  it('makes a recently successful address wait for its own failures', async () => {
    const limiter = new AttemptLimiter();
    await limiter.noteSuccess(attempt);
    await failTimes(limiter, 10);
    expect(await waitOf(limiter)).toBe(60);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const limiter = new AttemptLimiter();
    for (let i = 1; i <= 10; i += 1) {
      await limiter.countFailure({ clientId: 'client', address: `2001:db8:1:2:${i}::1` });
    }
    expect(await waitOf(limiter, { ...attempt, address: '2001:db8:1:2::ffff' })).toBe(60);
    expect(await waitOf(limiter, { ...attempt, address: '2001:db8:1:3::1' })).toBe(0);
  });
});

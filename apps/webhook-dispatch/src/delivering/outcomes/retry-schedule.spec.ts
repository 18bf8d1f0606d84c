import { nextTry, RETRY_WINDOW_MS, type RetryPosition } from './settle-delivery.js';

const START = new Date('2026-03-01T00:00:00.000Z');
const ENABLED_AT = new Date('2026-01-01T00:00:00.000Z');
const NEW: RetryPosition = { step: 0, from: null };
const after = (ms: number, since = START) => new Date(since.getTime() + ms);
const failed = (change: object = {}) => ({
  at: START,
  enabledAt: ENABLED_AT,
  random: 0,
  ...change,
});

/** Seconds between the tries of a delivery that always fails, until it is given up. */
function waits(random: number): number[] {
  const seconds: number[] = [];
  let position: RetryPosition = NEW;
  let at = START;
  for (;;) {
    const next = nextTry(position, failed({ at, random }));
    if (next.giveUp) return seconds;
    seconds.push((next.dueAt.getTime() - at.getTime()) / 1_000);
    at = next.dueAt;
    position = next;
  }
}

describe('the retry schedule', () => {
  it('is 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, then every 12 h, for three days', () => {
    const hour = 3_600;
    expect(waits(0)).toEqual([
      5,
      60,
      300,
      1_800,
      2 * hour,
      5 * hour,
      10 * hour,
      12 * hour,
      12 * hour,
      12 * hour,
      12 * hour,
    ]);
  });

  it('is prolonged at random, by a tenth at most', () => {
    expect(waits(0.5).slice(0, 2)).toEqual([5.25, 63]);
    expect(waits(1).slice(0, 2)).toEqual([5.5, 66]);
  });

  it.each([1, 7_000, 3_600_000])(
    'waits exactly %i ms when the receiver asks for it, without using up a step',
    (retryAfterMs) => {
      const next = nextTry({ step: 3, from: START }, failed({ retryAfterMs, random: 1 }));
      expect(next).toEqual({ giveUp: false, step: 3, from: START, dueAt: after(retryAfterMs) });
    },
  );

  it('ignores a receiver that asks for a wait of zero', () => {
    const next = nextTry(NEW, failed({ retryAfterMs: 0 }));
    expect(next).toMatchObject({ step: 1, dueAt: after(5_000) });
  });

  it('shortens a first wait to the retry window, and gives up on a later one beyond it', () => {
    const retryAfterMs = RETRY_WINDOW_MS * 10;
    expect(nextTry(NEW, failed({ retryAfterMs }))).toMatchObject({ dueAt: after(RETRY_WINDOW_MS) });
    expect(nextTry({ step: 1, from: START }, failed({ retryAfterMs }))).toEqual({ giveUp: true });
  });

  it('ends with the window, whatever the number of tries', () => {
    const at = after(RETRY_WINDOW_MS - 4_999);
    expect(nextTry({ step: 0, from: START }, failed({ at }))).toEqual({ giveUp: true });
    const earlier = after(RETRY_WINDOW_MS - 5_000);
    expect(nextTry({ step: 0, from: START }, failed({ at: earlier }))).toMatchObject({
      giveUp: false,
    });
  });

  it('begins again for an endpoint that was enabled meanwhile', () => {
    const at = after(RETRY_WINDOW_MS * 2);
    const enabledAt = after(RETRY_WINDOW_MS * 2 - 1);
    expect(nextTry({ step: 8, from: START }, failed({ at, enabledAt }))).toEqual({
      giveUp: false,
      step: 1,
      from: at,
      dueAt: after(5_000, at),
    });
  });
});

import type { ApiAnswer, ApiFailure } from '../api/api-answer.js';
import { ManualTimers } from '../fakes.js';
import { SessionClock, WARNING_MS } from './session-clock.js';

const HALF_HOUR_MS = 1_800_000;
const more = (endsAtMs: number): ApiAnswer<number> => ({ ok: true, value: endsAtMs });
const no = (failure: ApiFailure): ApiAnswer<number> => ({ ok: false, failure });

function aClock(extend: () => Promise<ApiAnswer<number>> = () => Promise.resolve(more(2e6))) {
  const timers = new ManualTimers();
  const reported: [string, number][] = [];
  const clock = new SessionClock({
    timers,
    nowMs: () => timers.nowMs,
    extend,
    ending: ({ phase, endsAtMs }) => reported.push([phase, endsAtMs]),
    ranOut: () => reported.push(['over', timers.nowMs]),
  });
  return { clock, timers, reported };
}

describe('SessionClock', () => {
  it('warns two minutes before the end of the session, and reports the end', async () => {
    const { clock, timers, reported } = aClock();
    clock.start(HALF_HOUR_MS);
    await timers.pass(HALF_HOUR_MS - WARNING_MS - 1);
    expect(reported).toEqual([]);
    await timers.pass(1);
    expect(reported).toEqual([['soon', HALF_HOUR_MS]]);
    await timers.pass(WARNING_MS);
    expect(reported).toEqual([
      ['soon', HALF_HOUR_MS],
      ['over', HALF_HOUR_MS],
    ]);
  });

  it('warns at once of an end that is nearer than the warning time', async () => {
    const { clock, timers, reported } = aClock();
    clock.start(5_000);
    await timers.pass(0);
    expect(reported).toEqual([['soon', 5_000]]);
  });

  it('moves to the extended end, and warns of it again', async () => {
    const { clock, timers, reported } = aClock(() =>
      Promise.resolve(more(timers.nowMs + HALF_HOUR_MS)),
    );
    clock.start(HALF_HOUR_MS);
    for (let time = 1; time <= 12; time += 1) {
      await timers.pass(HALF_HOUR_MS - WARNING_MS);
      await clock.stay();
    }
    const phases = reported.map(([phase]) => phase);
    expect(phases.filter((phase) => phase === 'extended')).toHaveLength(12);
    expect(phases).not.toContain('over');
  });

  it('requests an extension once, however often the payer presses', async () => {
    let asked = 0;
    const { clock, reported } = aClock(() => {
      asked += 1;
      return Promise.resolve(more(HALF_HOUR_MS));
    });
    await Promise.all([clock.stay(), clock.stay()]);
    expect(asked).toBe(1);
    expect(reported.map(([phase]) => phase)).toEqual(['asked', 'extended']);
  });

  it.each<[ApiFailure, string]>([
    [{ kind: 'offline' }, 'failed'],
    [{ kind: 'server' }, 'failed'],
    [{ kind: 'rate_limited', retryAfterMs: 1 }, 'failed'],
    [{ kind: 'unauthorized' }, 'last'],
    [{ kind: 'refused', errorCode: 'X' }, 'last'],
  ])('keeps the old end after the failure %j', async (failure, phase) => {
    const { clock, timers, reported } = aClock(() => Promise.resolve(no(failure)));
    clock.start(HALF_HOUR_MS);
    await clock.stay();
    expect(reported.at(-1)).toEqual([phase, HALF_HOUR_MS]);
    await timers.pass(HALF_HOUR_MS);
    expect(reported.at(-1)).toEqual(['over', HALF_HOUR_MS]);
  });

  it('can request an extension again after a failure', async () => {
    const answers = [no({ kind: 'offline' }), more(HALF_HOUR_MS)];
    const { clock, reported } = aClock(() => Promise.resolve(answers.shift() ?? more(0)));
    await clock.stay();
    await clock.stay();
    expect(reported.map(([phase]) => phase)).toEqual(['asked', 'failed', 'asked', 'extended']);
  });
});

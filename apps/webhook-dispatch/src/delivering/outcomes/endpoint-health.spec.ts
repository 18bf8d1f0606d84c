import {
  CIRCUIT_FAILURES,
  FAILING_LIMIT_MS,
  healthAfter,
  HEALTHY,
  isCircuitOpen,
  isGivenUp,
  type EndpointHealth,
} from './endpoint-health.js';

const START = new Date('2026-03-01T00:00:00.000Z');
const after = (ms: number) => new Date(START.getTime() + ms);
const failure = (at: Date, change: object = {}) => ({
  succeeded: false,
  at,
  overloaded: false,
  ...change,
});

/** After so many failures, each as soon as the pause allows. */
function failing(times: number): { health: EndpointHealth; at: Date; pauses: number[] } {
  let health: EndpointHealth = HEALTHY;
  let at = START;
  const pauses: number[] = [];
  for (let n = 0; n < times; n += 1) {
    health = healthAfter(health, failure(at));
    const next = health.pausedUntil ?? at;
    pauses.push((next.getTime() - at.getTime()) / 1_000);
    at = next;
  }
  return { health, at, pauses };
}

describe('the health of an endpoint', () => {
  it('records since when the endpoint fails, and a success clears everything', () => {
    const { health } = failing(3);
    expect(health).toEqual({ failingSince: START, consecutiveFailures: 3, pausedUntil: null });
    expect(healthAfter(health, { ...failure(after(9)), succeeded: true })).toEqual(HEALTHY);
  });

  it('opens the circuit after some failures in a row, for longer and longer', () => {
    expect(isCircuitOpen(failing(CIRCUIT_FAILURES - 1).health)).toBe(false);
    expect(isCircuitOpen(failing(CIRCUIT_FAILURES).health)).toBe(true);
    expect(failing(14).pauses).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  });

  it('counts a burst of failures from before a pause as one', () => {
    const { health } = failing(CIRCUIT_FAILURES);
    const burst = healthAfter(health, failure(after(100)));
    expect(burst).toEqual(health);
  });

  it.each([
    [undefined, 5_000],
    [7_000, 7_000],
    [86_400_000, 3_600_000],
  ])('pauses when an overloaded receiver asks for %s ms', (retryAfterMs, pauseMs) => {
    const { pausedUntil } = healthAfter(
      HEALTHY,
      failure(START, { overloaded: true, retryAfterMs }),
    );
    expect(pausedUntil).toEqual(after(pauseMs));
  });

  it('never gets a shorter pause by a later failure', () => {
    const long = healthAfter(HEALTHY, failure(START, { overloaded: true, retryAfterMs: 60_000 }));
    const short = healthAfter(long, failure(START, { overloaded: true, retryAfterMs: 1_000 }));
    expect(short.pausedUntil).toEqual(after(60_000));
  });

  it('counts as given up after five days without a success', () => {
    const { health } = failing(1);
    expect(isGivenUp(health, after(FAILING_LIMIT_MS - 1))).toBe(false);
    expect(isGivenUp(health, after(FAILING_LIMIT_MS))).toBe(true);
    expect(isGivenUp(HEALTHY, after(FAILING_LIMIT_MS * 9))).toBe(false);
  });
});

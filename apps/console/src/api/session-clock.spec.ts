import type { ConsoleSession } from '@towpath/contracts/operator';
import { SessionClock } from './session-clock.js';

const MINUTE = 60_000;
const at = (ms: number) => new Date(Date.parse('2026-11-02T10:00:00Z') + ms);

function clockAt(start: number) {
  let local = start;
  const clock = new SessionClock(() => local);
  const wait = (ms: number) => (local += ms);
  return { clock, wait };
}

const session = {
  idle_ends_at: at(15 * MINUTE).toISOString(),
  ends_at: at(40 * MINUTE).toISOString(),
} as ConsoleSession;

describe('the time that a session lasts', () => {
  it('is counted by the clock of the console, whatever this machine shows', () => {
    const { clock, wait } = clockAt(0);
    clock.answered(at(0).toUTCString());
    clock.begin(session);
    expect(clock.remainingMs()).toBe(15 * MINUTE);
    wait(5 * MINUTE);
    expect(clock.remainingMs()).toBe(10 * MINUTE);
  });

  it('begins again with each answer, up to the end of the session', () => {
    const { clock, wait } = clockAt(+at(0));
    clock.begin(session);
    wait(10 * MINUTE);
    clock.answered(null);
    expect(clock.remainingMs()).toBe(15 * MINUTE);
    wait(14 * MINUTE);
    clock.answered(null);
    wait(14 * MINUTE);
    clock.answered(null);
    expect(clock.remainingMs()).toBe(2 * MINUTE);
  });

  it('is nothing after the session has ended', () => {
    const { clock } = clockAt(+at(0));
    clock.begin(session);
    clock.end();
    expect(clock.remainingMs()).toBe(0);
  });
});

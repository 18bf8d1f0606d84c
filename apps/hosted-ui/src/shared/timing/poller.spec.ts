import { ManualTimers } from '../fakes.js';
import { Poller, pollDelayMs } from './poller.js';

describe('pollDelayMs', () => {
  it('is 2 s for the first half minute, then grows to 15 s and stays there', () => {
    expect([0, 1, 15].map(pollDelayMs)).toEqual([2_000, 2_000, 2_000]);
    expect([16, 17, 18].map(pollDelayMs)).toEqual([3_000, 4_500, 6_750]);
    expect([30, 300].map(pollDelayMs)).toEqual([15_000, 15_000]);
  });
});

describe('Poller', () => {
  function started() {
    const timers = new ManualTimers();
    const looks: number[] = [];
    const poller = new Poller(timers, () => {
      looks.push(timers.nowMs);
      return Promise.resolve();
    });
    poller.start();
    return { timers, looks, poller };
  }

  it('polls every 2 s, however often it is started', async () => {
    const { timers, looks, poller } = started();
    poller.start();
    await timers.pass(6_500);
    expect(looks).toEqual([2_000, 4_000, 6_000]);
  });

  it('polls no more after it is stopped', async () => {
    const { timers, looks, poller } = started();
    await timers.pass(2_500);
    poller.stop();
    await timers.pass(60_000);
    expect(looks).toEqual([2_000]);
  });

  it('never polls twice at the same time', async () => {
    const timers = new ManualTimers();
    let looks = 0;
    const poller = new Poller(timers, () => {
      looks += 1;
      return new Promise(() => undefined);
    });
    poller.start();
    await timers.pass(2_000);
    poller.stop();
    poller.start();
    await timers.pass(120_000);
    expect(looks).toBe(1);
  });

  it('waits as long as the server asked, once', async () => {
    const { timers, looks, poller } = started();
    await timers.pass(1_000);
    poller.slowDown(10_000);
    await timers.pass(15_000);
    expect(looks).toEqual([2_000, 12_000, 14_000, 16_000]);
  });
});

import { WakeUp } from './wake-up.js';

const LONG_MS = 60_000;

it('a wake-up call ends the sleep at once', async () => {
  const wake = new WakeUp();
  const sleeping = wake.sleep(LONG_MS);
  wake.ring();
  await sleeping;
});

it('a wake-up call that comes before the sleep is not lost', async () => {
  const wake = new WakeUp();
  wake.ring();
  await wake.sleep(LONG_MS);
});

it('several wake-up calls count as one', async () => {
  const wake = new WakeUp();
  wake.ring();
  wake.ring();
  await wake.sleep(LONG_MS);
  const started = performance.now();
  await wake.sleep(20);
  expect(performance.now() - started).toBeGreaterThanOrEqual(15);
});

it('a sleeper wakes only after the number of calls that it waits for', async () => {
  const wake = new WakeUp();
  wake.ring();
  let awake = false;
  const sleeping = wake.sleep(LONG_MS, 3).then(() => (awake = true));
  wake.ring();
  await Promise.resolve();
  expect(awake).toBe(false);
  wake.ring();
  await sleeping;
});

it('a sleep ends by itself without a wake-up call', async () => {
  await new WakeUp().sleep(1);
});

import { WakeUp } from './wake-up.js';

const LONG_MS = 60_000;

it('wakes a sleeper at once', async () => {
  const wake = new WakeUp();
  const sleeping = wake.sleep(LONG_MS);
  wake.ring();
  await sleeping;
});

it('does not lose a ring that comes before the sleep', async () => {
  const wake = new WakeUp();
  wake.ring();
  await wake.sleep(LONG_MS);
});

it('takes any number of rings as one', async () => {
  const wake = new WakeUp();
  wake.ring();
  wake.ring();
  await wake.sleep(LONG_MS);
  const started = performance.now();
  await wake.sleep(20);
  expect(performance.now() - started).toBeGreaterThanOrEqual(15);
});

it('sleeps on until as many rings have come as it waits for', async () => {
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

it('ends by itself when nobody rings', async () => {
  await new WakeUp().sleep(1);
});

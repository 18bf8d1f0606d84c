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

it('ends by itself when nobody rings', async () => {
  await new WakeUp().sleep(1);
});

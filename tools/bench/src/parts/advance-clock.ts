import type { PartResult } from '../figures.js';
import { closedLoop } from '../load/closed-loop.js';
import { Shop } from '../load/shop.js';
import type { Stage } from '../run/stage.js';

const LINKS = 10_000;
const AT_ONCE = 32;
const DAYS = 400;
const DAY_S = 86_400;
const AIM_S = 60;
const MS_PER_S = 1_000;

/** (j) How long the clock of a test app takes to move over 400 days in which 10,000 links expire. */
export async function advanceClock(stage: Stage): Promise<PartResult> {
  const shop = await Shop.open(stage, 'Bench j');
  await shop.merchant.call({ method: 'POST', path: '/testing/clock', body: { frozen: true } });
  await closedLoop(Array.from({ length: LINKS }), AT_ONCE, () => shop.createLink());
  const begin = performance.now();
  await shop.merchant.moveClock({ advance_seconds: DAYS * DAY_S });
  const seconds = (performance.now() - begin) / MS_PER_S;
  return {
    part: 'j',
    title: '400 days with 10,000 links',
    figures: [
      {
        id: 'advance_s',
        name: 'advance of the clock',
        value: seconds,
        unit: 's',
        aim: { is: 'at most', value: AIM_S },
      },
    ],
    plots: [
      {
        kind: 'bars',
        title: 'Advance of the clock',
        unit: 's',
        bars: [{ label: 'to the last link', value: seconds }],
      },
    ],
  };
}

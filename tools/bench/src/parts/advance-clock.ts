import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import type { PartResult } from '../figures.js';
import { closedLoop } from '../load/closed-loop.js';
import { HttpLoad } from '../load/http-load.js';
import { readyPayer } from '../load/payer.js';
import { Shop } from '../load/shop.js';
import type { Stage } from '../run/stage.js';

const LINKS = 5_000;
/** Payers who chose a card on their link and typed it, and went away. */
const STARTED = 1_000;
const AT_ONCE = 32;
const DAYS = 400;
const DAY_S = 86_400;
const AIM_S = 60;
const MS_PER_S = 1_000;

/** (j) How long the clock of a test app takes to move over 400 days in which 5,000 links expire. */
export async function advanceClock(stage: Stage): Promise<PartResult> {
  const shop = await Shop.open(stage, 'Bench j');
  const links = await closedLoop(Array.from({ length: LINKS }), AT_ONCE, () => shop.createLink());
  await startPaying(stage, links.slice(0, STARTED));
  const begin = performance.now();
  await shop.merchant.moveClock({ advance_seconds: DAYS * DAY_S });
  const seconds = (performance.now() - begin) / MS_PER_S;
  return {
    part: 'j',
    title: '400 days with 5,000 links',
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

async function startPaying(stage: Stage, links: readonly PaymentLinkResponse[]): Promise<void> {
  const fields = new HttpLoad(stage.system.service('sandbox').url);
  try {
    const origins = { api: stage.http, fields };
    await closedLoop(links, AT_ONCE, ({ url }) => readyPayer(origins, url ?? ''));
  } finally {
    await fields.close();
  }
}

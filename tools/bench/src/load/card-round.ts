import type { Merchant } from '@towpath/testing';
import { meterCpu } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';
import { closedLoop } from './closed-loop.js';
import { readyPayer } from './ready-payer.js';

const AT_ONCE = 32;

/** Of a card payment with its link, session and choice. */
export interface CardRound {
  /** Of payment-link and PostgreSQL, ms each. */
  readonly cpu: number;
  /** From the button to a link that is paid, ms. */
  readonly p50: number;
}

export async function cardRound(
  { system, watch }: Stage,
  merchant: Merchant,
  count: number,
): Promise<CardRound> {
  await watch.quiet();
  const used = meterCpu(system);
  const payers = await closedLoop(Array.from({ length: count }), AT_ONCE, () =>
    readyPayer(merchant),
  );
  const times: number[] = [];
  await closedLoop(payers, AT_ONCE, async (press) => {
    const begin = performance.now();
    await press();
    times.push(performance.now() - begin);
  });
  await watch.quiet();
  const { 'payment-link': service = 0, PostgreSQL: database = 0 } = used();
  return { cpu: (service + database) / count, p50: percentile(times, 0.5) };
}

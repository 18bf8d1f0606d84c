import { paymentOrder, StripeShop, type Merchant, type TypedCard } from '@towpath/testing';
import type { Figure, PartResult } from '../figures.js';
import { closedLoop } from '../load/closed-loop.js';
import { openShop } from '../load/open-shop.js';
import { readyPayer } from '../load/ready-payer.js';
import { meterCpu } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const AT_ONCE = 32;
const PER_SECOND = 20;
const WARM_UPS = 3;
const MAX_TURNS = 6;
const RATIO_AIM = 1.1;
/** The sandbox has it at GW4, which Stripe stands for as well. */
const CURRENCY = 'SGD';

interface Side {
  readonly merchant: Merchant;
  readonly type?: () => Promise<TypedCard>;
  /** Of each round, CPU ms of a payment in the two services that work for it. */
  readonly ms: number[];
}

/** A card payment through Stripe by one through the sandbox's GW4; both by turns. */
export async function stripe(stage: Stage): Promise<PartResult> {
  const { system, seconds } = stage;
  const shop = await StripeShop.open(system, { name: 'Bench, Stripe', currencies: [CURRENCY] });
  const type = () => shop.type('authorized');
  const sandbox: Side = { ...(await openShop(system, 'Bench, GW4', [CURRENCY])), ms: [] };
  const atStripe: Side = { merchant: shop.merchant, type, ms: [] };
  const count = seconds * PER_SECOND;
  const turns = Math.min(MAX_TURNS, seconds);
  for (let round = seconds > 1 ? -WARM_UPS : 0; round < turns; round += 1) {
    const sides = round % 2 === 0 ? [sandbox, atStripe] : [atStripe, sandbox];
    for (const side of sides) {
      const ms = await cpuOfPayment(stage, side, count);
      if (round >= 0) side.ms.push(ms);
    }
  }
  const ratios = atStripe.ms.map((ms, round) => ms / (sandbox.ms[round] ?? 0));
  const figure = (id: string, [name, value]: readonly [string, number], unit = '×'): Figure => ({
    ...{ id: `stripe_${id}`, name, value, unit },
  });
  return {
    part: 'stripe',
    title: 'a card payment at Stripe',
    figures: [
      figure('sandbox_ms', ['CPU of payment-link and gateway at GW4', median(sandbox.ms)], 'ms'),
      figure('cpu_ms', ['the same at Stripe', median(atStripe.ms)], 'ms'),
      {
        ...figure('ratio', ['Stripe by GW4, median of the turns', median(ratios)]),
        aim: RATIO_AIM,
      },
      figure('ratio_least', ['the least of a turn', percentile(ratios, 0)]),
      figure('ratio_most', ['the most of a turn', percentile(ratios, 1)]),
    ],
  };
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

async function cpuOfPayment({ system, watch }: Stage, side: Side, count: number): Promise<number> {
  const payers = await closedLoop(Array.from({ length: count }), AT_ONCE, () =>
    readyPayer(side.merchant, { order: paymentOrder({ currency: CURRENCY }), type: side.type }),
  );
  await watch.quiet();
  const used = meterCpu(system);
  await closedLoop(payers, AT_ONCE, (pay) => pay());
  await watch.quiet();
  const { 'payment-link': service = 0, gateway = 0 } = used();
  return (service + gateway) / count;
}

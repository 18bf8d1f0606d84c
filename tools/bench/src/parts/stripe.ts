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
  readonly rounds: PaymentCpu[];
}

/** CPU ms of a payment in the two services that work for it. */
interface PaymentCpu {
  /** From the button on. */
  readonly pay: number;
  /** With the link, the session, and the choice of the card. */
  readonly whole: number;
}

/** A card payment through Stripe by one through the sandbox's GW4; both by turns. */
export async function stripe(stage: Stage): Promise<PartResult> {
  const { system, seconds } = stage;
  const shop = await StripeShop.open(system, { name: 'Bench, Stripe', currencies: [CURRENCY] });
  const type = () => shop.type('authorized');
  const sandbox: Side = { ...(await openShop(system, 'Bench, GW4', [CURRENCY])), rounds: [] };
  const atStripe: Side = { merchant: shop.merchant, type, rounds: [] };
  const count = seconds * PER_SECOND;
  const turns = Math.min(MAX_TURNS, seconds);
  for (let round = seconds > 1 ? -WARM_UPS : 0; round < turns; round += 1) {
    const sides = round % 2 === 0 ? [sandbox, atStripe] : [atStripe, sandbox];
    for (const side of sides) {
      const cpu = await cpuOfPayment(stage, side, count);
      if (round >= 0) side.rounds.push(cpu);
    }
  }
  const compared = (which: keyof PaymentCpu, { id, name }: Pick<Figure, 'id' | 'name'>) => {
    const [ms, base] = [atStripe, sandbox].map(({ rounds }) => rounds.map((each) => each[which]));
    const ratios = (ms ?? []).map((each, round) => each / (base?.[round] ?? 0));
    return [
      { id: `${id}_sandbox_ms`, name: `${name} at GW4`, value: median(base ?? []), unit: 'ms' },
      { id: `${id}_ms`, name: 'the same at Stripe', value: median(ms ?? []), unit: 'ms' },
      {
        ...{ id: `${id}_ratio`, name: 'Stripe by GW4, median of the turns' },
        ...{ value: median(ratios), unit: '×', aim: RATIO_AIM },
      },
      { id: `${id}_ratio_least`, name: 'the least of a turn', value: least(ratios), unit: '×' },
      { id: `${id}_ratio_most`, name: 'the most of a turn', value: most(ratios), unit: '×' },
    ];
  };
  return {
    part: 'stripe',
    title: 'a card payment at Stripe: CPU of payment-link and gateway',
    figures: [
      ...compared('pay', { id: 'stripe', name: 'from the button on,' }),
      ...compared('whole', { id: 'stripe_whole', name: 'with link, session and choice,' }),
    ],
  };
}

const least = (values: readonly number[]): number => percentile(values, 0);
const most = (values: readonly number[]): number => percentile(values, 1);
const median = (values: readonly number[]): number => percentile(values, 0.5);

async function cpuOfPayment(
  { system, watch }: Stage,
  side: Side,
  count: number,
): Promise<PaymentCpu> {
  const since = () => {
    const used = meterCpu(system);
    return () => {
      const { 'payment-link': service = 0, gateway = 0 } = used();
      return (service + gateway) / count;
    };
  };
  const whole = since();
  const payers = await closedLoop(Array.from({ length: count }), AT_ONCE, () =>
    readyPayer(side.merchant, { order: paymentOrder({ currency: CURRENCY }), type: side.type }),
  );
  await watch.quiet();
  const pay = since();
  await closedLoop(payers, AT_ONCE, (press) => press());
  await watch.quiet();
  return { pay: pay(), whole: whole() };
}

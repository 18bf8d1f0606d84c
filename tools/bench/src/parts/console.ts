import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';
import type { Merchant } from '@towpath/testing';
import type { Figure, PartResult } from '../figures.js';
import { addDeliveries } from '../console/deliveries.js';
import { figures, lists, searches, stories, type Question } from '../console/questions.js';
import { History } from '../grown/history.js';
import { asAdmin } from '../load/admin.js';
import { closedLoop } from '../load/closed-loop.js';
import { ConsoleOperator } from '../load/console-operator.js';
import { openShop, type Shop } from '../load/open-shop.js';
import { readyPayer } from '../load/ready-payer.js';
import { meterCpu } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const APPS = 10;
/** A search of an amount reads as many. */
const DAYS = 90;
const ANSWER_MS = 300;
const RATIO_AIM = 1.1;
const PER_SECOND = 20;
const MAX_TURNS = 6;
const WARM_UPS = 2;
const BETWEEN_MS = 1000;
const AT_ONCE = 32;

/** What an operator waits for with many rows, and what card payments cost beside one. */
export async function console(stage: Stage, rows: number): Promise<PartResult> {
  const { system, log } = stage;
  const shops: Shop[] = [];
  for (let number = 1; number <= APPS; number += 1) {
    const shop = await openShop(system, `Bench, console ${number}`);
    await (
      await readyPayer(shop.merchant)
    )();
    shops.push(shop);
  }
  const [shop] = shops as [Shop];
  const apps = shops.map(({ merchant }) => merchant.customerAppId);
  const history = await History.of(system, apps);
  log(`filling up: ${rows} payments and deliveries of ${APPS} apps in ${DAYS} days`);
  await history.add({ rows, days: DAYS });
  await addDeliveries(system, shops, { rows, days: DAYS });
  const operator = await ConsoleOperator.logIn(system);
  const filled = { app: shop.merchant.customerAppId, rows, days: DAYS };
  const searched = [
    ...(await lists(operator, filled)),
    ...searches(filled),
    ...(await stories(operator, filled)),
  ];
  const answered: Figure[] = [];
  for (const question of [...searched, ...figures(filled)]) {
    answered.push(...(await timed(stage, operator, question)));
  }
  return {
    part: 'console',
    title: 'the console with many rows',
    figures: [
      { id: 'console_rows', name: 'payments, and deliveries', value: rows, unit: '' },
      ...answered,
      ...(await whileOperatorAsks(stage, { operator, shop, asked: searched })),
      ...(await withIndexes(stage, shop)),
    ],
  };
}

/** The first answer is not counted. */
async function timed(
  { seconds, log }: Stage,
  operator: ConsoleOperator,
  { id, name, path }: Question,
): Promise<Figure[]> {
  const times: number[] = [];
  for (let round = -1; round < seconds * 2; round += 1) {
    const begin = performance.now();
    await operator.ask(path);
    if (round >= 0) times.push(performance.now() - begin);
  }
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  log(`${name}: ${p50.toFixed(0)} ms`);
  return [
    { id: `${id}_p50`, name: `${name}, p50`, value: p50, unit: 'ms', aim: ANSWER_MS },
    { id: `${id}_p95`, name: `${name}, p95`, value: p95, unit: 'ms' },
  ];
}

/**
 * Beside an operator who asks each second: lists, searches, stories. Figures count the rows of a
 * period once for a page that stays open: their own time says what they take.
 */
function whileOperatorAsks(
  stage: Stage,
  { operator, shop, asked }: { operator: ConsoleOperator; shop: Shop; asked: Question[] },
): Promise<Figure[]> {
  let next = 0;
  const count = cardsOf(stage);
  return byTurns(stage, {
    id: 'console_beside',
    name: 'a card payment beside an operator',
    base: () => cardRound(stage, shop.merchant, count),
    other: async () => {
      const end = new AbortController();
      const search = async (): Promise<void> => {
        while (!end.signal.aborted) {
          const question = asked[(next += 7) % asked.length];
          try {
            await operator.ask(question?.path ?? '');
          } catch (error) {
            // On a full machine a service may answer too late: the console's page then names it.
            stage.log(String(error));
          }
          await pause(BETWEEN_MS);
        }
      };
      const searching = awaitedLater(search());
      try {
        return await cardRound(stage, shop.merchant, count);
      } finally {
        end.abort();
        await searching;
      }
    },
  });
}

/** With what operators search by, by a database without it. */
async function withIndexes(stage: Stage, shop: Shop): Promise<Figure[]> {
  return asAdmin(stage.system, 'payment-link', async (sql) => {
    const found = await sql<{ name: string; text: string }>(INDEXES);
    let has = true;
    return byTurns(stage, {
      id: 'console_indexes',
      name: 'a card payment with the indexes of operators',
      base: async () => {
        if (has) for (const { name } of found) await sql(`DROP INDEX ${name}`);
        has = false;
        return cardRound(stage, shop.merchant, cardsOf(stage));
      },
      other: async () => {
        if (!has) for (const { text } of found) await sql(text);
        has = true;
        return cardRound(stage, shop.merchant, cardsOf(stage));
      },
    });
  });
}

const INDEXES = `SELECT indexname AS name, indexdef AS text FROM pg_indexes
  WHERE indexname LIKE '%\\_found\\_%'`;

const cardsOf = ({ seconds }: Stage): number => seconds * PER_SECOND;

async function byTurns(
  { seconds }: Stage,
  sides: {
    readonly id: string;
    readonly name: string;
    readonly base: () => Promise<CardRound>;
    readonly other: () => Promise<CardRound>;
  },
): Promise<Figure[]> {
  const { id, name } = sides;
  const base: CardRound[] = [];
  const other: CardRound[] = [];
  for (let round = seconds > 1 ? -WARM_UPS : 0; round < Math.min(MAX_TURNS, seconds); round += 1) {
    const both = [
      { into: base, measure: sides.base },
      { into: other, measure: sides.other },
    ];
    for (const { into, measure } of round % 2 === 0 ? both : both.toReversed()) {
      const cost = await measure();
      if (round >= 0) into.push(cost);
    }
  }
  return (['cpu', 'p50'] as const).flatMap((which): Figure[] => {
    const ratios = other.map((each, round) => each[which] / (base[round]?.[which] ?? 0));
    const of = (part: number): number => percentile(ratios, part);
    const words =
      which === 'cpu' ? 'CPU of payment-link and PostgreSQL' : 'time from the button on';
    return [
      {
        id: `${id}_${which}_ratio`,
        name: `${name}, by one without: ${words}`,
        value: of(0.5),
        unit: '×',
        aim: RATIO_AIM,
      },
      { id: `${id}_${which}_least`, name: 'the least of a turn', value: of(0), unit: '×' },
      { id: `${id}_${which}_most`, name: 'the most of a turn', value: of(1), unit: '×' },
      {
        id: `${id}_${which}_ms`,
        name: `${name}: ${words}`,
        value: percentile(
          other.map((each) => each[which]),
          0.5,
        ),
        unit: 'ms',
      },
    ];
  });
}

/** Of a card payment with its link, session and choice. */
interface CardRound {
  /** Of payment-link and PostgreSQL, ms each. */
  readonly cpu: number;
  /** From the button to a link that is paid, ms. */
  readonly p50: number;
}

async function cardRound(
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

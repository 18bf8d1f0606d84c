import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import { createSandboxApp, startSystem, type System } from '@towpath/local-system';
import { ApiClient, eventually, Merchant, patient } from '@towpath/testing';
import { Chaos } from '../chaos/chaos.js';
import { planFreezes, planKills, SHORT_CYCLES } from '../chaos/plan.js';
import { planStripeKills } from '../chaos/stripe-kills.js';
import { StripeWay } from '../chaos/stripe-way.js';
import { collect } from '../evidence/collect.js';
import { Databases } from '../evidence/databases.js';
import type { Evidence } from '../evidence/evidence.js';
import { Consumer } from '../load/consumer.js';
import type { Shop } from '../load/caller.js';
import { HostileSockets } from '../load/hostile-sockets.js';
import { Load } from '../load/load.js';
import { Random } from './random.js';
import { recover, type Recovery } from './recovery.js';
import { setTimeout as pause } from 'node:timers/promises';
import { backlog } from './backlog.js';
import { StripeRun } from './stripe-run.js';

const POLL_MS = 500;

/** Looks in a row that must find nothing: work may be between two places for a moment. */
const QUIET_POLLS = 4;

/** A short run that still tells what is left ends within the time of its test. */
const QUIET_DEADLINE_MS = 120_000;

const CLOCK_DEADLINE_MS = 180_000;

export interface CrashRunOptions {
  readonly cycles: number;
  readonly seed: number;
  /** Folder of the system's data and logs. */
  readonly dataDir: string;
  /** Whether the time that the system needs after the last kill is measured. */
  readonly isTimed: boolean;
  readonly log: (line: string) => void;
  /** Variables of the services, beside those of every crash run. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface CrashRunResult {
  readonly evidence: Evidence;
  readonly stories: number;
  readonly kills: number;
  /** Absent where it was not measured. */
  readonly recovery?: Recovery;
}

const APPS = 3;
/** Together they are settled through every card gateway of the sandbox. */
const CURRENCIES = ['HKD', 'USD', 'SGD', 'JPY', 'KWD'];
const WORKERS = 6;
const SHORT_LAST_WORDS_MS = 5_000;
const HOUR_S = 3_600;
const VALIDITY_S = 31 * 24 * HOUR_S;

/** Starts a system, uses and disturbs it, waits until its work is done, and reads the records. */
export class CrashRun {
  private chaos?: Chaos;

  constructor(private readonly options: CrashRunOptions) {}

  async execute(): Promise<CrashRunResult> {
    const { dataDir, log, settings } = this.options;
    log('starting the system');
    const way = await StripeWay.open();
    const system = await startSystem({
      dataDir,
      // A killed PostgreSQL must find every commit that it acknowledged.
      durable: true,
      settings: { LOG_LEVEL: 'warn', STRIPE_API_URL: way.url, ...settings },
      onUnexpectedEnd: (end) =>
        this.chaos?.endedByItself([end.message, ...end.lastLines].join('\n')),
    });
    const databases = new Databases(system.adminUrl);
    const consumer = await Consumer.start();
    try {
      return await this.disturb({ system, databases, consumer, way });
    } finally {
      await consumer.stop();
      await databases.close();
      await system.stop();
      await way.close();
    }
  }

  private async disturb(parts: Parts): Promise<CrashRunResult> {
    const { cycles, seed, isTimed, log } = this.options;
    const { system, databases, consumer } = parts;
    const random = new Random(seed);
    const shops = await openShops(parts);
    const stripe = await StripeRun.open(parts);
    for (const merchant of stripe.merchants) await consumer.subscribe(merchant, ['*']);
    const chaos = new Chaos(system, log);
    this.chaos = chaos;
    const load = new Load({
      ...{ shops, stripeShop: stripe.shop },
      ...{ random: random.stream('load'), workers: WORKERS },
    });
    const plan = planKills(random.stream('kills'), { victims: chaos.names, cycles });
    const atStripe = planStripeKills(cycles);
    const freezes = planFreezes(random.stream('freezes'), { victims: chaos.names, cycles });
    const isLong = cycles > SHORT_CYCLES;
    const hostile = isLong
      ? new HostileSockets(system.baseUrl, random.stream('hostile sockets'))
      : undefined;
    for (const [index, kills] of plan.entries()) {
      log(`cycle ${index + 1} of ${cycles}, ${load.count} links so far`);
      await chaos.cycle(kills, isLong ? freezes[index] : undefined);
      for (const places of atStripe[index] ?? [])
        await stripe.kill(places, { chaos, load, random });
      await stripe.payOut();
    }
    hostile?.stop();
    const victim = random.stream('last kill').pick(chaos.names as [string, ...string[]]);
    const recovery = isTimed ? await recover(victim, { chaos, load, databases }) : undefined;
    if (!isTimed) {
      await chaos.killNow(victim);
      await load.stop(SHORT_LAST_WORDS_MS);
    }
    await chaos.allReady();
    const { kills, freezes: frozen } = chaos;
    log(
      `letting it come to rest after ${load.count} links, ${kills} kills, ${frozen} freezes ` +
        `and ${hostile?.count ?? 0} hostile connections`,
    );
    const unfinished = await rest({ databases, shops, stripe, load });
    const merchants = [...shops.map(({ merchant }) => merchant), ...stripe.merchants];
    await ofEachLink(load, merchants, READ);
    const { calls } = load.journal;
    const { ended } = chaos;
    const evidence = await collect({ system, databases, consumer, calls, unfinished, ended });
    return { evidence, stories: load.count, kills: chaos.kills, ...(recovery && { recovery }) };
  }
}

interface Resting {
  readonly databases: Databases;
  readonly shops: readonly Shop[];
  readonly stripe: StripeRun;
  readonly load: Load;
}

/**
 * Two hours settle every attempt; a month of one app's clock ends its open links too. At Stripe time
 * is real: open links are cancelled, and open questions asked.
 */
async function rest({ databases, shops, stripe, load }: Resting): Promise<string[]> {
  await ofEachLink(load, stripe.merchants, CANCEL);
  await stripe.ask();
  const merchants = shops.map(({ merchant }) => merchant);
  await Promise.all(merchants.map((merchant) => advance(merchant, 2 * HOUR_S)));
  const left = await untilQuiet(databases);
  if (left.length > 0) return left;
  for (const merchant of merchants.slice(0, 1)) await advance(merchant, VALIDITY_S);
  await stripe.payOut();
  await stripe.settle();
  return untilQuiet(databases);
}

interface Parts {
  readonly system: System;
  readonly databases: Databases;
  readonly consumer: Consumer;
  readonly way: StripeWay;
}

const SANDBOX_CARDS: Shop['cards'] = {
  type: (payer, selected, card) => payer.type(selected, card),
};

/** Customer apps, each with an endpoint for all events; the first one also has one for links only. */
async function openShops({ system, consumer }: Parts): Promise<[Shop, ...Shop[]]> {
  const api = new ApiClient(system.baseUrl);
  const shops: Shop[] = [];
  for (let number = 1; number <= APPS; number += 1) {
    const app = { name: `Shop ${number}`, currencies: CURRENCIES };
    const created = await createSandboxApp(system, app);
    const merchant = new Merchant(api, created);
    await consumer.subscribe(merchant, ['*']);
    // HKD is first: the only currency with a bank for direct debits
    const [account] = created.settlement_accounts;
    if (!account) throw new Error('a shop needs a settlement account');
    shops.push({ merchant, accountId: account.account_id, cards: SANDBOX_CARDS });
  }
  const [first, ...rest] = shops;
  if (!first) throw new Error('a crash run needs a shop');
  await consumer.subscribe(first.merchant, ['PAYMENT_LINK_*']);
  return [first, ...rest];
}

const READ = { op: 'read', method: 'GET', path: '' } as const;
const CANCEL = { op: 'cancel', method: 'POST', path: '/cancel' } as const;

/** One call for each link of these customer apps, as part of its history. */
async function ofEachLink(
  { journal }: Load,
  merchants: readonly Merchant[],
  { op, method, path }: typeof READ | typeof CANCEL,
): Promise<void> {
  const known = new Map(
    journal.calls.flatMap((call) =>
      call.op === 'create' && call.payment_link_id ? [[call.payment_link_id, call] as const] : [],
    ),
  );
  for (const [id, { customer_app_id, reference }] of known) {
    const merchant = merchants.find((each) => each.customerAppId === customer_app_id);
    if (!merchant) continue;
    await journal.record<PaymentLinkResponse>(
      { op, customer_app_id, reference, payment_link_id: id },
      () => merchant.send({ method, path: `/payment_links/${id}${path}` }),
      ({ status }) => ({ seen_status: status }),
    );
  }
}

/** Waits until nothing is left to do; tells what is left at the deadline. */
async function untilQuiet(databases: Databases): Promise<string[]> {
  const deadline = performance.now() + patient(QUIET_DEADLINE_MS);
  for (let quiet = 0; ;) {
    const left = await backlog(databases);
    quiet = left.length === 0 ? quiet + 1 : 0;
    if (quiet === QUIET_POLLS) return [];
    if (performance.now() > deadline) return left;
    await pause(POLL_MS);
  }
}

/** Moves an app's clock; a 503 means that it arrived only part of the way. */
async function advance(merchant: Merchant, seconds: number): Promise<void> {
  await eventually(() => merchant.advanceClock(seconds), { deadlineMs: CLOCK_DEADLINE_MS });
}

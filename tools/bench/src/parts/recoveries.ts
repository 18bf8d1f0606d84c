import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';
import type { System } from '@towpath/local-system';
import type { PartResult } from '../figures.js';
import { Consumer } from '../load/consumer.js';
import { Shop } from '../load/shop.js';
import type { Stage } from '../run/stage.js';

const ROUNDS = 3;
const SETTLE_MS = 5_000;
const EVERY_MS = 100;
const GIVE_UP_MS = 120_000;
const READY_MS = 60_000;
const RETRY_MS = 200;
const MS_PER_S = 1_000;

interface Outage {
  readonly id: string;
  readonly name: string;
  readonly aimS: number;
  /** Ends with SIGKILL, and starts again at once. */
  crash(system: System): Promise<void>;
}

const OUTAGES: readonly Outage[] = [
  { id: 'dispatch', name: 'webhook-dispatch', aimS: 5, crash: crashDispatch },
  { id: 'kafka', name: 'Kafka', aimS: 10, crash: crashKafka },
  { id: 'all', name: 'everything', aimS: 15, crash: crashAll },
];

/** (k) From a kill to the first webhook of a change that was made after it. */
export async function recoveries(stage: Stage): Promise<PartResult> {
  const consumer = await Consumer.start();
  try {
    const shop = await Shop.open(stage, 'Bench k');
    await shop.subscribe(consumer.url('/k'));
    const figures = [];
    for (const { id, name, aimS, crash } of OUTAGES) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        times.push(await firstWebhook({ stage, shop, consumer, crash }));
        stage.log(`first webhook after a kill of ${name}: ${times.at(-1)?.toFixed(1)} s`);
      }
      figures.push({
        id: `${id}_s`,
        name: `after a kill of ${name}, the longest of ${ROUNDS}`,
        value: Math.max(...times),
        unit: 's',
        aim: { is: 'at most', value: aimS } as const,
      });
    }
    const bars = figures.map(({ name, value }) => ({ label: name, value }));
    return {
      part: 'k',
      title: 'First webhook after a kill',
      figures,
      plots: [{ kind: 'bars', title: 'First webhook after a kill', unit: 's', bars }],
    };
  } finally {
    await consumer.stop();
  }
}

interface Round {
  readonly stage: Stage;
  readonly shop: Shop;
  readonly consumer: Consumer;
  readonly crash: Outage['crash'];
}

/** s from the kill to the first webhook of a change after it. */
async function firstWebhook({ stage, shop, consumer, crash }: Round): Promise<number> {
  await pause(SETTLE_MS);
  const killed = performance.now();
  const back = awaitedLater(crash(stage.system));
  const first = () =>
    consumer.all().find(({ at, delayMs }) => at > killed && at - delayMs > killed);
  while (!first()) {
    if (performance.now() - killed > GIVE_UP_MS) throw new Error('no webhook came any more');
    await change(shop);
    await pause(EVERY_MS);
  }
  await back;
  return ((first()?.at ?? 0) - killed) / MS_PER_S;
}

/** A link that is made and cancelled; refused or unanswered while the system is away. */
async function change(shop: Shop): Promise<void> {
  const [made] = await Promise.allSettled([shop.createLink()]);
  if (made?.status !== 'fulfilled') return;
  await Promise.allSettled([shop.cancelLink(made.value.payment_link_id)]);
}

async function crashDispatch(system: System): Promise<void> {
  const service = system.service('webhook-dispatch');
  await service.kill();
  await revive(system, [service.name]);
}

async function crashKafka({ kafka }: System): Promise<void> {
  await kafka?.kill();
  await kafka?.restart();
}

async function crashAll(system: System): Promise<void> {
  await system.kill();
  await Promise.all([
    system.postgres?.restart(),
    system.kafka?.restart(),
    revive(
      system,
      system.services.map(({ name }) => name),
    ),
  ]);
}

/** As a supervisor does it: what cannot start yet is started again. */
async function revive(system: System, names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const service = system.service(name);
      const deadline = performance.now() + READY_MS;
      for (;;) {
        const [started] = await Promise.allSettled([
          service.start().then(() => service.ready(READY_MS)),
        ]);
        if (started?.status === 'fulfilled') return;
        if (performance.now() > deadline) throw started?.reason;
        await pause(RETRY_MS);
      }
    }),
  );
}

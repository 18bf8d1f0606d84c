/** @proves promise-14 */
import {
  chargebackNotice,
  eventually,
  HostedPayer,
  paymentOrder,
  type ChargebackNotice,
} from '@towpath/testing';
import { ProcessorFlood, type FloodAnswer } from '../clients/processor-flood.js';
import { inDatabase } from '../clients/service-database.js';
import { RunningSystem } from '../system/running-system.js';

const DISPUTES = 5;
const NOTICES_OF_EACH = 100;
const COPIES = 6;
const PER_SECOND = 1_000;
const WAIT = { deadlineMs: 60_000 };

const system = RunningSystem.open();
const flood = new ProcessorFlood(system);
afterAll(() => flood.stop());

interface Stored {
  readonly event_id: string;
  readonly outcome: string | null;
}

it('a flood of notifications is stored as far as it is acknowledged, and harms no other caller', async () => {
  const shop = await system.newShop();
  const { customerAppId } = shop;
  const link = await shop.createPaymentLink({ body: paymentOrder() });
  await (await HostedPayer.open(shop.api, link.url ?? '')).pay('authorized');
  const paymentId = (await shop.link(link.payment_link_id)).payment?.payment_id ?? '';
  const notices = Array.from({ length: DISPUTES * NOTICES_OF_EACH }, (_, index) =>
    chargebackNotice({
      customerAppId,
      paymentId,
      reference: `flood-${customerAppId}-${index % DISPUTES}`,
      position: 1 + Math.floor(index / DISPUTES),
      amount: 100,
    }),
  );
  const stored = () =>
    inDatabase(system, 'dispute', async (client) => {
      const { rows } = await client.query<Stored>(
        'SELECT event_id, outcome FROM processor_notifications WHERE customer_app_id = $1',
        [customerAppId],
      );
      return rows;
    });

  // other callers, one after the other for as long as it lasts
  let isOver = false;
  const others = (async () => {
    const answers: number[] = [];
    for (let turn = 0; !isOver; turn += 1) {
      const { status } = await (turn % 2
        ? shop.send({ method: 'GET', path: '/disputes' })
        : shop.send({ method: 'POST', path: '/payment_links', body: paymentOrder() }));
      answers.push(status);
    }
    return answers;
  })();
  const answers = await flood.send(
    Array.from({ length: COPIES }, () => notices).flat(),
    PER_SECOND,
  );
  isOver = true;
  expect((await others).filter((status) => status !== 200)).toEqual([]);

  const { acknowledged, refused } = sorted(answers);
  const kept = new Set((await stored()).map(({ event_id: id }) => id));
  expect(acknowledged.filter(({ eventId }) => !kept.has(eventId))).toEqual([]);
  const isRetryNamed = ({ status, retryAfter }: FloodAnswer) =>
    (status === 429 || status === 503) && Number(retryAfter) >= 1;
  expect(refused.filter((each) => !isRetryNamed(each))).toEqual([]);

  await sendAgain(notices, acknowledged);
  await eventually(async () => {
    const rows = await stored();
    return rows.length === notices.length && rows.every(({ outcome }) => outcome !== null);
  }, WAIT);
  const listed = await shop.listDisputes();
  expect(listed.total_disputes).toBe(DISPUTES);
});

function sorted(answers: readonly FloodAnswer[]) {
  return {
    acknowledged: answers.filter(({ status }) => status === 200),
    refused: answers.filter(({ status }) => status !== 200),
  };
}

/** As processors do: whatever was not acknowledged comes again, until it is. */
async function sendAgain(
  notices: readonly ChargebackNotice[],
  before: readonly FloodAnswer[],
): Promise<void> {
  const done = new Set(before.map(({ eventId }) => eventId));
  await eventually(async () => {
    const missing = notices.filter(({ event_id: id }) => !done.has(id));
    const { acknowledged } = sorted(await flood.send(missing, PER_SECOND));
    for (const { eventId } of acknowledged) done.add(eventId);
    return done.size === notices.length;
  }, WAIT);
}

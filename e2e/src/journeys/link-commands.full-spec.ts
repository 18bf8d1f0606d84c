import type { CreatePaymentLinkRequest, PaymentLinkResponse } from '@towpath/sdk';
import { eventually, HostedPayer, paymentOrder, setupOrder } from '@towpath/testing';
import { accepted, DebitShop, refusalOf } from '../clients/debit-shop.js';
import { TopicReader } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';
import {
  COMMANDS,
  EVENTS,
  outcomeOf,
  PLACES,
  STANDINGS,
  statusAfterAll,
  UNDECIDED,
  type Command,
  type Place,
  type Standing,
} from './link-commands.fixture.js';
import { inTurns } from './mandate-cast.fixture.js';

const DAYS_PASS = 'lets its days pass';
const DAY_S = 86_400;
const VALIDITY_S = 30 * DAY_S;

/** One link for one command at one place. */
interface Actor {
  readonly place: Place;
  readonly command: Command;
  readonly order: CreatePaymentLinkRequest;
  readonly linkId: string;
  readonly payer: HostedPayer;
}

const system = RunningSystem.open();
let shop: DebitShop;
let topics: TopicReader;
let actors: Actor[];

beforeAll(async () => {
  shop = await DebitShop.open(system);
  topics = await TopicReader.start(system, ['payment-link']);
  const old = await cast(['expired']);
  await shop.advance(DAY_S);
  const young = await cast(PLACES.filter((place) => place !== 'expired'));
  // To their last day before anything waits for a bank: each question on the way would be a step.
  await shop.advance(VALIDITY_S - DAY_S + 1);
  await inTurns(young, bring);
  await shop.advance(1);
  actors = [...old, ...young];
});
afterAll(() => topics?.stop());

function cast(places: readonly Place[]): Promise<Actor[]> {
  const cells = places.flatMap((place) => COMMANDS.map((command) => ({ place, command })));
  return inTurns(cells, async (cell) => {
    const order = cell.place === 'set up' ? setupOrder() : paymentOrder();
    const { payment_link_id: linkId, url = '' } = await shop.merchant.createPaymentLink({
      body: order,
    });
    return { ...cell, order, linkId, payer: await HostedPayer.open(shop.merchant.api, url) };
  });
}

const cancel = ({ linkId }: Actor) =>
  shop.merchant.cancelPaymentLink({ path: { paymentLinkId: linkId } });

/** What customer apps and payers do to get there. */
const WAYS: Readonly<Record<Place, (actor: Actor) => Promise<unknown>>> = {
  untouched: () => Promise.resolve(),
  'chosen to be paid by card': ({ payer }) => payer.select('CARD'),
  'chosen to be paid by direct debit': ({ payer }) => payer.select('MANDATE'),
  declined: ({ payer }) => payer.pay('declined'),
  "at the challenge of the card's bank": ({ payer }) => payer.pay('challenge'),
  "at the bank of the mandate's payer": ({ payer }) => payer.debit('012-345-670003'),
  'being collected': ({ payer }) => payer.debit('012-345-670004'),
  paid: ({ payer }) => payer.pay('authorized'),
  'set up': ({ payer }) => payer.pay('authorized'),
  cancelled: cancel,
  expired: () => Promise.resolve(),
};
const bring = (actor: Actor) => WAYS[actor.place](actor);

type Act = (actor: Actor) => Promise<unknown>;
const method = (payment_method_type: 'CARD' | 'MANDATE') => ({
  payment_account_id: shop.accountId,
  payment_method_type,
});

const ACTS: Readonly<Record<Exclude<Command, typeof DAYS_PASS>, Act>> = {
  'cancels it': cancel,
  'asks for it again': async ({ order, linkId }) => {
    const again = await shop.merchant.createPaymentLink({ body: order });
    expect(again.payment_link_id).toBe(linkId);
  },
  'chooses a card': ({ payer }) => payer.choose(method('CARD')).then(accepted),
  'chooses direct debit': ({ payer }) => payer.choose(method('MANDATE')).then(accepted),
  'goes back to the methods': ({ payer }) => payer.change().then(accepted),
  'pays by card': async ({ payer }) => {
    const chosen = accepted(await payer.choose(method('CARD')));
    const card = await payer.type(chosen, 'authorized');
    accepted(await payer.submit(chosen.attempt_id, card));
  },
};
const isAct = (command: Command): command is keyof typeof ACTS => command !== DAYS_PASS;

function actorOf(place: Place, command: Command): Actor {
  const found = actors.find((each) => each.place === place && each.command === command);
  if (!found) throw new Error(`no link is ${place} for somebody who ${command}`);
  return found;
}

const standingOf = ({ status, session_status, payment }: PaymentLinkResponse): Standing => ({
  status,
  session: session_status,
  ...(payment && { payment: payment.status }),
});

/** A collection is told by the service of mandates: it may come a moment later. */
const stands = ({ linkId }: Actor, { status, session, payment }: Standing) =>
  eventually(async () => {
    const expected = { status, session, ...(payment !== undefined && { payment }) };
    expect(standingOf(await shop.merchant.link(linkId))).toEqual(expected);
    return true;
  });

describe.each(PLACES)('a link that is %s', (place) => {
  it.each(COMMANDS.filter(isAct))('answers as expected when a caller %s', async (command) => {
    const actor = actorOf(place, command);
    await stands(actor, STANDINGS[place]);
    const refusal = await refusalOf(ACTS[command](actor));
    const outcome = outcomeOf(place, command);
    const { code } = outcome;
    expect(refusal).toEqual(code && [400, code]);
    await stands(actor, outcome);
  });
});

const namesOf = (linkId: string) => topics.soFar(linkId).map(({ name }) => name);

it('each link published its own changes and nothing else', async () => {
  const acted = actors.filter(({ command }) => isAct(command));
  for (const { place, command, linkId } of acted) {
    if (!isAct(command)) continue;
    const events = [...EVENTS[place], ...outcomeOf(place, command).tells];
    const names = events.map((event) => `payment_link.${event}`);
    await eventually(() => namesOf(linkId).length >= names.length, { deadlineMs: 30_000 });
    expect([place, command, namesOf(linkId)]).toEqual([place, command, names]);
  }
});

it('links that pass their last day expire once their outcome is known, unless they have ended', async () => {
  const waiting = actors.filter(({ command }) => command === DAYS_PASS);
  await shop.advance(DAY_S);
  for (const { place, linkId } of waiting) {
    const { status } = await shop.merchant.link(linkId);
    expect([place, status]).toEqual([place, statusAfterAll(place)]);
  }
  const { linkId } = actorOf(UNDECIDED, DAYS_PASS);
  const { payment } = await shop.merchant.link(linkId);
  await shop.decides(payment?.payment_details?.mandate_id ?? '', 'FAILED');
  await eventually(
    async () => {
      await shop.advance(1);
      return (await shop.merchant.link(linkId)).status === 'EXPIRED';
    },
    { deadlineMs: 30_000, describe: 'the link whose outcome was awaited to expire' },
  );
});

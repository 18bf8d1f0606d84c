import { RIGHT_OTP, TYPED, type ApiAnswer } from '@towpath/testing';
import { accepted, DebitShop, refusalOf } from '../clients/debit-shop.js';
import { DebitStory, webhooksOf } from '../clients/debit-story.js';
import { RunningSystem } from '../system/running-system.js';
import { inTurns, MandateCast, type Actor } from './mandate-cast.fixture.js';
import {
  COMMANDS,
  eventsUntil,
  outcomeOf,
  STATES,
  type Command,
  type Outcome,
} from './mandate-commands.fixture.js';

const LAST_DAY = 'sees its last day pass';
const DAY_S = 86_400;

const system = RunningSystem.open();
let shop: DebitShop;
let story: DebitStory;
let cast: MandateCast;
let actors: readonly Actor[];
/** On the clock of the shop. */
let begin: string;

beforeAll(async () => {
  shop = await DebitShop.open(system);
  story = await DebitStory.follow(system, shop.merchant);
  begin = await shop.advance(1);
  cast = new MandateCast(system, shop);
  actors = await cast.assemble(begin.slice(0, 'YYYY-MM-DD'.length));
});
afterAll(() => story?.stop());

type Act = (actor: Actor) => Promise<unknown>;

/** A step of the payer, who has a session. */
const asPayer =
  (step: (payer: NonNullable<Actor['payer']>) => Promise<ApiAnswer<unknown>>): Act =>
  ({ payer }) => {
    if (!payer) throw new Error('this actor has no payer');
    return step(payer).then(accepted);
  };

const ACTS: Readonly<Record<Exclude<Command, typeof LAST_DAY>, Act>> = {
  'states consent': ({ asked }) => shop.authorizes(asked.mandate_id, true),
  'states refusal': ({ asked }) => shop.authorizes(asked.mandate_id, false),
  'cancels the method': ({ asked }) => shop.cancels(asked),
  'opens a link': ({ asked }) => shop.link(asked.mandate_id),
  charges: ({ asked }) => shop.charge(asked, 100),
  'chooses the bank': asPayer((payer) => payer.select<unknown>('testbank')),
  'submits a factor': asPayer((payer) => payer.submit<unknown>(TYPED.consent())),
  'mistypes the password': asPayer((payer) =>
    payer.submit<unknown>(TYPED.login({ password: 'wrong' })),
  ),
  'is locked out': asPayer((payer) =>
    payer.submit<unknown>(TYPED.login({ user_id: 'user_locked' })),
  ),
  'submits the last factor': asPayer(async (payer) => {
    await payer.submit<unknown>(TYPED.consent(), TYPED.login());
    return payer.submit<unknown>(TYPED.login({ otp: RIGHT_OTP }));
  }),
  'leaves the page': asPayer(({ api, token }) =>
    api.send({ method: 'POST', path: '/mandates/hosted/leave', token, body: {} }),
  ),
  'accepts at the bank': ({ asked }) => shop.decides(asked.mandate_id, 'SUCCEEDED'),
  'rejects at the bank': ({ asked }) => shop.decides(asked.mandate_id, 'FAILED'),
  'revokes at the bank': ({ asked }) => shop.decides(asked.mandate_id, 'REVOKED'),
  'gives it up': ({ asked }) =>
    cast.tells(`/${asked.mandate_id}/abandon`, { reason: 'a test' }).then(accepted),
  'imports it again': ({ asked, account }) =>
    cast
      .tells('/import', {
        mandate_id: asked.mandate_id,
        payment_method_id: asked.payment_method_id,
        user_id: account.user_id,
        external_user_id: 'debtor',
        sender_type: 'INDIVIDUAL',
        recipient_account_id: shop.accountId,
        sender_account_id: account.account_id,
        institution_id: 'testbank',
        live: false,
        currency: 'HKD',
        description: 'Once more',
      })
      .then(accepted),
};

function actorOf(state: Actor['state'], command: Command): Actor {
  const found = actors.find((each) => each.state === state && each.command === command);
  if (!found) throw new Error(`nobody is ${state} and ${command}`);
  return found;
}

const isAct = (command: Command): command is keyof typeof ACTS => command !== LAST_DAY;

describe.each(STATES)('a mandate that is %s', (state) => {
  it.each(COMMANDS.filter(isAct))('answers as expected when a caller %s', async (command) => {
    const actor = actorOf(state, command);
    const { mandate_id: id } = actor.asked;
    expect((await shop.mandate(id)).status).toBe(state);
    const refusal = await refusalOf(ACTS[command](actor));
    const { code, becomes } = outcomeOf(state, command);
    expect(refusal).toEqual(code && [400, code]);
    expect((await shop.mandate(id)).status).toBe(becomes);
    const charged = command === 'charges' && code === null ? 1 : 0;
    expect((await shop.payments(id)).total_payments).toBe(charged);
  });
});

const LIVES_AT_BANK = ['PDNG', 'ACTV'];
const MAY_LIVE = ['SUBMITTED', 'SUCCEEDED'];

/** Events, webhooks and the books of the bank: what happened, and nothing else. */
async function expectReported({ state, asked, payer }: Actor, outcome: Outcome): Promise<void> {
  const { mandate_id: id } = asked;
  const events = [...eventsUntil(state, { begun: payer !== null }), ...outcome.tells];
  const names = events.map((event) => `mandate.${event}`);
  const published = await story.events(id, names.length);
  expect([published.names, published.statuses.at(-1)]).toEqual([names, outcome.becomes]);
  const types = webhooksOf(names);
  expect((await story.webhooks(id, types.length)).types).toEqual(types);
  const lives = LIVES_AT_BANK.includes(await shop.atTheBank(id));
  expect([id, lives]).toEqual([id, MAY_LIVE.includes(outcome.becomes)]);
}

/** Nobody tells how a mandate came to wait for a window: no bank of ours has one. */
const isReported = ({ state }: Actor): boolean => state !== 'READY_TO_SUBMIT';

it('each mandate published its own changes and nothing else', async () => {
  const acted = actors.filter((actor) => isReported(actor) && isAct(actor.command));
  await inTurns(acted, (actor) => expectReported(actor, outcomeOf(actor.state, actor.command)));
});

it('mandates that pass their last day end if they are active or were never authorized', async () => {
  const waiting = actors.filter(({ command }) => command === LAST_DAY);
  await inTurns(waiting, async ({ state, asked }) =>
    expect((await shop.mandate(asked.mandate_id)).status).toBe(state),
  );
  const left = DAY_S - Math.floor((Date.parse(begin) / 1_000) % DAY_S);
  await shop.advance(left);
  await inTurns(waiting, async (actor) => {
    const outcome = outcomeOf(actor.state, LAST_DAY);
    expect((await shop.mandate(actor.asked.mandate_id)).status).toBe(outcome.becomes);
    if (isReported(actor)) await expectReported(actor, outcome);
  });
  const { asked } = actorOf('SUCCEEDED', LAST_DAY);
  const refusals = [await refusalOf(shop.charge(asked, 100)), await refusalOf(shop.cancels(asked))];
  expect(refusals).toEqual([
    [400, 'INVALID_MANDATE_STATUS'],
    [400, 'INVALID_PAYMENT_METHOD_STATUS'],
  ]);
});

it('every webhook about these mandates that was owed arrives exactly once', async () => {
  expect(await story.surplus()).toEqual({ unknown: [], repeated: [] });
});

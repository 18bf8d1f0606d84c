/** @takes 35 s */
import { jest } from '@jest/globals';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import {
  mandateMachine,
  type MandateCommand,
  type MandateState,
} from '../src/mandates/mandates/mandate.transitions.js';
import { DirectDebitShop, queryMandates } from './direct-debit-shop.fixture.js';
import { secondProcess, type SecondProcess } from './second-process.fixture.js';
import { soundState } from './sound-mandate.fixture.js';

jest.setTimeout(400_000);
const DAY = 86_400;
/** No life begins later than this: what time does not allow is left to other seeds. */
const LONGEST_MS = 120_000;
/** Printed with the name of the test; a run is repeated by setting the variable. */
const seed = Number(process.env['MANDATE_SEED'] ?? randomInt(2 ** 31 - 1));

let system: RunningSystem;
let shop: DirectDebitShop;
let second: SecondProcess;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await DirectDebitShop.open(system);
  // Its jobs compete with those of the first process for the same work.
  second = await secondProcess(system, 'mandate');
});
afterAll(() => second?.stop());

const cancel = (id: string) => shop.asPaymentLink(`/${id}/cancel`, {});
const abandon = (id: string) => shop.asPaymentLink(`/${id}/abandon`, {});

describe('simultaneous decisions about one mandate', () => {
  it('leave one legal state, its events, and a bank that agrees', async () => {
    const ends = new Map<string, number>();
    for (let round = 0; round < 12; round += 1) {
      const id = await shop.asked(round % 3 === 0 ? '0007' : '8901');
      const wishes = [
        () => shop.authorize(id),
        () => shop.authorize(id, false),
        () => cancel(id),
        () => abandon(id),
        () => shop.authorize(id),
      ];
      const turned = [...wishes.slice(round % 5), ...wishes.slice(0, round % 5)];
      await Promise.all(turned.slice(0, 2 + (round % 4)).map((wish) => wish()));
      await shop.advance(60);
      const state = await soundState(shop, id);
      ends.set(state, (ends.get(state) ?? 0) + 1);
    }
    expect(ends.size).toBeGreaterThan(1);
  });

  it('end a live mandate once, by payer, customer app or its last day', async () => {
    for (let round = 0; round < 3; round += 1) {
      const now = new Date((await shop.read(await shop.asked('8901'))).created_at);
      const id = await shop.authorized('8901', { end_date: now.toISOString().slice(0, 10) });
      await shop.advance(1);
      await Promise.all([
        cancel(id),
        shop.decide(id, 'REVOKED'),
        round === 0 ? shop.advance(DAY) : Promise.resolve(),
        abandon(id),
      ]);
      await shop.advance(DAY);
      expect(mandateMachine.isTerminal(await soundState(shop, id))).toBe(true);
    }
  });

  it('by two processes close each of many mandates once on their last day', async () => {
    const open = await DirectDebitShop.open(system, { frozen: false });
    const now = new Date((await open.read(await open.asked('8901'))).created_at);
    const ids = await Promise.all(
      Array.from({ length: 10 }, () =>
        open.authorized('8901', { end_date: now.toISOString().slice(0, 10) }),
      ),
    );
    const stateOf = async (id: string) => (await open.read(id)).status;
    for (const id of ids) await eventually(async () => (await stateOf(id)) === 'SUCCEEDED');
    await open.advance(DAY);
    for (const id of ids) {
      const { status, events } = await open.history(id);
      expect([status, events.filter((name) => name === 'mandate.closed').length]).toEqual([
        'CLOSED',
        1,
      ]);
    }
  });
});

/** What the service offers, and the command of the machine behind it. */
const OFFERED: Readonly<
  Record<
    string,
    { readonly command: MandateCommand; send(id: string): Promise<{ status: number }> }
  >
> = {
  authorize: { command: 'authorize', send: (id) => shop.authorize(id) },
  decline: { command: 'declineConsent', send: (id) => shop.authorize(id, false) },
  cancel: { command: 'cancel', send: cancel },
  abandon: { command: 'abandon', send: abandon },
};

describe('a command in a state of the mandate', () => {
  const pairs = mandateMachine.states.flatMap((state) =>
    Object.keys(OFFERED).map((name) => [state, name] as const),
  );
  /** Repeatable: what has ended so stays so. And a payer who has begun is not overruled. */
  const isAnswered = (state: MandateState, name: string): boolean =>
    name === 'abandon' ||
    (name === 'cancel' && state === 'CANCELLED') ||
    mandateMachine.can(state, OFFERED[name]?.command ?? 'create');
  const isOverruled = (state: MandateState, name: string) =>
    name === 'authorize' && state === 'AUTHORIZING';

  it.each(pairs)('%s: %s', async (state, name) => {
    const id = await shop.asked('8901');
    await queryMandates(system, 'UPDATE mandates SET status = $2 WHERE mandate_id = $1', [
      id,
      state,
    ]);
    const { status } = (await OFFERED[name]?.send(id)) ?? { status: 0 };
    const allowed = isAnswered(state, name) && !isOverruled(state, name);
    expect([state, name, status]).toEqual([state, name, allowed ? 200 : 400]);
    const { status: after, events } = await shop.history(id);
    const moves = allowed && mandateMachine.can(state, OFFERED[name]?.command ?? 'create');
    if (!moves && !(name === 'abandon' && state === 'SUCCEEDED')) {
      expect([after, events]).toEqual([state, ['mandate.created']]);
    }
  });
});

describe('any sequence of commands and times', () => {
  const step = fc.constantFrom(
    ...(['authorize', 'decline', 'cancel', 'abandon', 'second', 'minute'] as const),
    ...(['SUCCEEDED', 'FAILED', 'REVOKED'] as const),
  );

  it(`leaves a mandate in a state that the model allows (MANDATE_SEED=${seed})`, async () => {
    const end = performance.now() + LONGEST_MS;
    let lives = 0;
    const property = fc.asyncProperty(
      fc.constantFrom('8901', '0002', '0003', '0004', '0007', '0008'),
      fc.array(step, { minLength: 1, maxLength: 7 }),
      async (ending, steps) => {
        if (performance.now() > end) return;
        const id = await shop.asked(ending);
        for (const each of steps) {
          if (each === 'second' || each === 'minute')
            await shop.advance(each === 'second' ? 1 : 61);
          else if (/^[A-Z]+$/.test(each)) await shop.decide(id, each);
          else await OFFERED[each]?.send(id);
          await soundState(shop, id);
        }
        lives += 1;
      },
    );
    await fc.assert(property, { seed, numRuns: 12 });
    expect(lives).toBeGreaterThan(0);
  });
});

import type { TestMandateDecision } from '@towpath/contracts/mandate';
import { eventually } from '@towpath/testing';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { DebitShop, refusalOf, type Asked } from '../clients/debit-shop.js';
import { DebitStory } from '../clients/debit-story.js';
import { MoneyBooks } from '../clients/money-books.js';
import { RunningSystem } from '../system/running-system.js';
import { DebitModel, type ModelTerms } from './debit-model.fixture.js';

const RUNS = 12;
/** No life begins later than this: what time does not allow is left to other seeds. */
const LONGEST_MS = 30_000;
const OVER_TWO_DAYS = 2 * 86_400 + 10;
/** Printed with the name of the test; a run is repeated by setting the variable. */
const seed = Number(process.env['DEBIT_SEED'] ?? randomInt(2 ** 31 - 1));

const system = RunningSystem.open();
const ledger = new MoneyBooks(system);
let shop: DebitShop;
let story: DebitStory;
beforeAll(async () => {
  shop = await DebitShop.open(system);
  story = await DebitStory.follow(system, shop.merchant);
});
afterAll(() => story?.stop());

/** The service and the model, side by side. */
interface Pair {
  readonly asked: Asked;
  readonly model: DebitModel;
}

const codeOf = async (call: Promise<unknown>) => (await refusalOf(call))?.[1] ?? null;

async function charge({ asked, model }: Pair, amount: number): Promise<void> {
  const objection = model.objection(amount);
  const charged = shop.charge(asked, amount);
  expect(await codeOf(charged)).toBe(objection);
  if (objection === null) model.charge((await charged).payment_id, amount);
}

async function agree({ asked, model }: Pair, consents: boolean): Promise<void> {
  await shop.agreesToAutopay(asked, consents);
  model.consents = consents;
}

async function authorize({ asked, model }: Pair, consent: boolean): Promise<void> {
  const objection = model.authorize(consent);
  expect(await codeOf(shop.authorizes(asked.mandate_id, consent))).toBe(objection);
}

async function decide({ asked, model }: Pair, decision: TestMandateDecision): Promise<void> {
  const objection = model.decide(decision);
  expect(await codeOf(shop.decides(asked.mandate_id, decision))).toBe(objection);
}

async function cancel({ asked, model }: Pair): Promise<void> {
  const objection = model.cancel();
  expect(await codeOf(shop.cancels(asked))).toBe(objection);
}

const advance = async ({ model }: Pair, seconds: number): Promise<void> =>
  model.advance(await shop.advance(seconds));

type Step = { readonly does: string; readonly run: (pair: Pair) => Promise<void> };

/** Written out by name when a run fails. */
const step = (does: string, run: Step['run']): Step => ({ does, run });
const COMMANDS = {
  agree: step('agree', (pair) => agree(pair, true)),
  disagree: step('disagree', (pair) => agree(pair, false)),
  authorize: step('authorize', (pair) => authorize(pair, true)),
  decline: step('decline', (pair) => authorize(pair, false)),
  accept: step('accept', (pair) => decide(pair, 'SUCCEEDED')),
  reject: step('reject', (pair) => decide(pair, 'FAILED')),
  revoke: step('revoke', (pair) => decide(pair, 'REVOKED')),
  cancel: step('cancel', cancel),
  second: step('second', (pair) => advance(pair, 1)),
  days: step('days', (pair) => advance(pair, OVER_TWO_DAYS)),
};

const termsOf: fc.Arbitrary<ModelTerms> = fc.record({
  ending: fc.constantFrom('8833', '0002', '0003', '0004', '0005', '0006'),
  perCharge: fc.integer({ min: 20, max: 60 }),
  perPeriod: fc.integer({ min: 30, max: 150 }),
  chargesInPeriod: fc.integer({ min: 1, max: 4 }),
  period: fc.constantFrom('DAILY' as const, 'MONTHLY' as const, 'YEARLY' as const),
});
const charging = fc
  .integer({ min: 1, max: 65 })
  .map((amount) => step(`charge ${amount}`, (pair) => charge(pair, amount)));
const { second, days, agree: agreeing, authorize: authorizing, ...rare } = COMMANDS;
const command = fc.oneof(
  { weight: 6, arbitrary: charging },
  { weight: 4, arbitrary: fc.constantFrom(second, days) },
  { weight: 2, arbitrary: fc.constantFrom(agreeing, authorizing) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(rare)) },
);
/** Most lives begin as most do, so that there is something to charge. */
const begun = fc.constantFrom([], [agreeing, authorizing, second], [agreeing, authorizing, second]);

/** Everything that can be seen of it is as the model has it. */
async function expectAlike({ asked, model }: Pair): Promise<void> {
  const { payments, total_payments } = await shop.payments(asked.mandate_id);
  const seen = payments.map(({ payment_id, status, amount_returned = 0 }) => [
    payment_id,
    status,
    amount_returned,
  ]);
  const expected = model.charges.map(({ paymentId, status, amount, returned }) => [
    paymentId,
    status,
    returned ? amount : 0,
  ]);
  const { status } = await shop.mandate(asked.mandate_id);
  expect([status, seen.toSorted()]).toEqual([model.status, expected.toSorted()]);
  expect(total_payments).toBe(model.charges.length);
  expect(await ledger.used(asked.mandate_id)).toEqual(model.used());
}

/** The books of the bank: each charge that was executed once, and what was returned of it. */
async function expectSameBooks({ model }: Pair): Promise<void> {
  const ids = new Set(model.charges.map(({ paymentId }) => paymentId));
  const booked = (await shop.bankBooks())
    .filter(({ payment_id }) => ids.has(payment_id))
    .map(({ payment_id, captures, charged, refunded }) => [
      payment_id,
      captures,
      charged,
      refunded,
    ]);
  const expected = model.charges
    .filter(({ status }) => status === 'EXECUTED')
    .map(({ paymentId, amount, returned }) => [paymentId, 1, amount, returned ? amount : 0]);
  expect(booked.toSorted()).toEqual(expected.toSorted());
}

async function live(terms: ModelTerms, steps: readonly Step[]): Promise<void> {
  const { ending, perCharge, perPeriod, chargesInPeriod, period } = terms;
  const now = await shop.advance(1);
  const asked = await shop.asksOnAccount(ending, {
    transaction_limits: {
      max_transaction_amount: perCharge,
      max_period_amount: perPeriod,
      max_period_count: chargesInPeriod,
      period,
    },
  });
  const pair = { asked, model: new DebitModel(terms, now) };
  for (const { run } of steps) {
    await run(pair);
    await eventually(() => expectAlike(pair).then(() => true), { deadlineMs: 15_000 });
  }
  await expectSameBooks(pair);
}

describe('mandates and their charges', () => {
  it(`mandates and charges follow a small model in every sequence of commands (DEBIT_SEED=${seed})`, async () => {
    const steps = fc.array(command, { minLength: 1, maxLength: 8 });
    const end = performance.now() + LONGEST_MS;
    let lives = 0;
    const property = fc.asyncProperty(termsOf, begun, steps, async (terms, first, then) => {
      if (performance.now() > end) return;
      await live(terms, [...first, ...then]);
      lives += 1;
    });
    await fc.assert(property, { seed, numRuns: RUNS });
    expect(lives).toBeGreaterThan(0);
  });

  it('every webhook about mandates and charges that was owed arrives exactly once', async () => {
    expect(await story.surplus()).toEqual({ unknown: [], repeated: [] });
  });
});

/** @proves promise-5 */
import { jest } from '@jest/globals';
import type { ErrorEnvelope } from '@towpath/contracts';
import type { RefundResponse } from '@towpath/contracts/payment-link';
import { newId, type Id, type PaymentAccountId } from '@towpath/kernel';
import fc from 'fast-check';
import type { LedgerAccountKind } from '../src/money/ledger/ledger.js';
import { LedgerReads } from '../src/money/ledger/ledger.reads.js';
import {
  PAYOUT_NOT_SEEN,
  PayoutBankUnavailable,
  type PayoutAnswer,
  PayoutRegistry,
} from '../src/money/payout-banks/ports.js';
import { linkBody, Payer as Shopper } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import {
  OPENING_BALANCE,
  Payer,
  PAYOUT_BANK,
  PAYOUT_FEE,
  type AnsweredPayout,
} from './payouts.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { endsWithNothingLeft, firstPayments, paymentCommands } from './payment-commands.fixture.js';
import type { BankWord } from './payment-model.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const PAID = 12_500;
const HOUR_MS = 3_600_000;
/** Few long runs: each begins with an app of its own. */
const RUNS = { numRuns: 5, endOnFailure: true };

let gateway: StandInGateway;
/** By which the clock of the app is ahead. */
let hours = 0;
let mandates: StandInMandates;
let service: TestPaymentLink;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  mandates = await StandInMandates.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url, mandateUrl: mandates.url });
}, START_MS);
afterEach(() => {
  jest.restoreAllMocks();
  for (const way of [gateway.drops, gateway.silences, gateway.refusals]) way.clear();
});
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
  await gateway?.stop();
});

/** Of the ledger, in the order that is asked for. */
function balances(app: TestCustomerApp, account: string, kinds: LedgerAccountKind[]) {
  const balance = service.app.get(LedgerReads, { strict: false });
  const accountId = account as PaymentAccountId;
  return service.transactions.forApp(app.id, async (tx) => {
    const found: number[] = [];
    for (const kind of kinds) {
      found.push(await balance.balance(tx, { kind, accountId, currency: 'HKD' }));
    }
    return found;
  });
}

interface Refunds {
  executed: number;
  open: { id: string; amount: number }[];
}
interface Paid {
  readonly app: TestCustomerApp;
  readonly accountId: string;
  readonly paymentId: string;
}
type RefundCommand = fc.AsyncCommand<Refunds, Paid>;

const sumOf = (rows: readonly { amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

async function assertRefunds({ executed, open }: Refunds, { app, accountId }: Paid): Promise<void> {
  const held = sumOf(open);
  const kinds: LedgerAccountKind[] = ['SETTLEMENT', 'UNEXPECTED', 'CLEARING'];
  expect(await balances(app, accountId, kinds)).toEqual([
    PAID - executed - held,
    held,
    executed - PAID,
  ]);
}

/** Without an amount: all that is left. */
const refund = ({ app, paymentId }: Paid, body: { readonly amount?: number }) =>
  send<RefundResponse & Partial<ErrorEnvelope>>(service.publicUrl, {
    route: `POST /payments/${paymentId}/refunds`,
    token: app.token,
    body,
    headers: { 'idempotency-key': newId<Id<'Key'>>(new Date()) },
  });

class AsksForRefund implements RefundCommand {
  constructor(
    private readonly amount: number,
    private readonly word: 'answers' | 'refusals' | 'silences' | 'drops',
  ) {}
  check = () => true;
  async run(known: Refunds, paid: Paid): Promise<void> {
    const { amount, word } = this;
    if (word !== 'answers') gateway[word].add('refund');
    const { status, body } = await refund(paid, { amount });
    if (word !== 'answers') gateway[word].clear();
    const left = PAID - known.executed - sumOf(known.open);
    if (amount > left) {
      expect([status, body.error?.error_code]).toEqual([400, 'REFUND_NOT_ALLOWED']);
    } else {
      const expected = { answers: 'EXECUTED', refusals: 'FAILED', silences: 'SUBMITTED' } as const;
      expect([status, body.status]).toEqual([200, word === 'drops' ? 'SUBMITTED' : expected[word]]);
      if (word === 'answers') known.executed += amount;
      else if (word !== 'refusals') known.open.push({ id: body.refund_id, amount });
    }
    await assertRefunds(known, paid);
  }
  toString = () => `refunds ${this.amount}, the gateway ${this.word}`;
}

class TimePasses implements RefundCommand {
  check = ({ open }: Readonly<Refunds>) => open.length > 0;
  async run(known: Refunds, paid: Paid): Promise<void> {
    hours += 2;
    await paid.app.moveClock(hours * HOUR_MS);
    await service.dueJobs.runFor(paid.app.id);
    known.executed += sumOf(known.open);
    for (const { id } of known.open) {
      const { body } = await paid.app.send<RefundResponse>(`GET /refunds/${id}`);
      expect(body.status).toBe('EXECUTED');
    }
    known.open = [];
    await assertRefunds(known, paid);
  }
  toString = () => 'the gateway is asked again';
}

async function paid(): Promise<Paid> {
  const app = await service.customerApp([]);
  const accountId = await app.settlementAccount('HKD');
  const shopper = await Shopper.of(app, {} as TestSandbox, linkBody());
  const { body } = await shopper.select();
  await shopper.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
  return { app, accountId, paymentId: (await shopper.readLink()).payment?.payment_id ?? '' };
}

it('refunds of a payment never exceed it, with any answers of the gateway', async () => {
  const words = fc.constantFrom('answers', 'refusals', 'silences', 'drops');
  const commands = fc.commands<Refunds, Paid, false>(
    [
      fc
        .tuple(fc.integer({ min: 1, max: 6_000 }), words)
        .map(([amount, word]) => new AsksForRefund(amount, word)),
      fc.constant(new TimePasses()),
    ],
    { maxCommands: 12 },
  );
  const property = fc.asyncProperty(commands, async (asked) => {
    const real = await paid();
    hours = 0;
    const model: Refunds = { executed: 0, open: [] };
    await fc.asyncModelRun(() => ({ model, real }), asked);
    const left = PAID - model.executed - sumOf(model.open);
    if (left > 0) expect((await refund(real, {})).body.amount).toBe(left);
  });
  await fc.assert(property, RUNS);
}, 120_000);

type Stage = 'CREATED' | 'UNDER_WAY' | 'EXECUTED' | 'FAILED' | 'CANCELLED';
interface Payouts {
  readonly payouts: { readonly id: string; readonly amount: number; stage: Stage }[];
}
type PayoutCommand = fc.AsyncCommand<Payouts, Payer>;

const sumIn = ({ payouts }: Payouts, stage: Stage) =>
  sumOf(payouts.filter((each) => each.stage === stage));
const feesIn = ({ payouts }: Payouts, stage: Stage) =>
  payouts
    .filter((each) => each.stage === stage)
    .reduce((sum, { amount }) => sum + feeOf(amount), 0);
const takenIn = (known: Payouts, stage: Stage) => sumIn(known, stage) + feesIn(known, stage);
const available = (known: Payouts) =>
  OPENING_BALANCE - takenIn(known, 'UNDER_WAY') - takenIn(known, 'EXECUTED');
const codeOf = ({ status, body }: AnsweredPayout) => [status, body.error?.error_code];
/** As `PAYOUT_FEE` says; whole for the amounts that are tried. */
const feeOf = (amount: number) => 30 + amount / 100;
const UNDER_WAY = ['PROCESSING', 'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED'];

async function assertPayouts(known: Payouts, payer: Payer): Promise<void> {
  const kinds: LedgerAccountKind[] = ['SETTLEMENT', 'PAYOUT', 'CLEARING', 'FEES'];
  expect(await balances(payer.app, payer.senderAccountId, kinds)).toEqual([
    available(known),
    takenIn(known, 'UNDER_WAY'),
    sumIn(known, 'EXECUTED'),
    feesIn(known, 'EXECUTED'),
  ]);
  for (const { id, stage } of known.payouts) {
    const { status } = await payer.read(id);
    expect([id, UNDER_WAY.includes(status) ? 'UNDER_WAY' : status]).toEqual([id, stage]);
  }
}

class Begins implements PayoutCommand {
  constructor(
    private readonly amount: number,
    private readonly confirm: boolean,
  ) {}
  check = () => true;
  async run(known: Payouts, payer: Payer): Promise<void> {
    const { amount, confirm } = this;
    const answer = await payer.create({ amount, confirm });
    if (confirm && amount + feeOf(amount) > available(known)) {
      expect(codeOf(answer)).toEqual([400, 'INSUFFICIENT_BALANCE']);
    } else {
      const stage = confirm ? 'UNDER_WAY' : 'CREATED';
      known.payouts.push({ id: answer.body.payout_id, amount, stage });
    }
    await assertPayouts(known, payer);
  }
  toString = () => `${this.confirm ? 'begins' : 'proposes'} ${this.amount}`;
}

class Acts implements PayoutCommand {
  constructor(
    private readonly verb: 'confirm' | 'cancel',
    private readonly index: number,
  ) {}
  check = ({ payouts }: Readonly<Payouts>) => payouts.length > 0;
  async run(known: Payouts, payer: Payer): Promise<void> {
    const payout = known.payouts[this.index % known.payouts.length];
    if (!payout) return;
    const answer = await payer.act(payout.id, this.verb);
    if (payout.stage !== 'CREATED') {
      expect(codeOf(answer)).toEqual([400, 'INVALID_PAYOUT_STATUS']);
    } else if (this.verb === 'confirm' && payout.amount + feeOf(payout.amount) > available(known)) {
      expect(codeOf(answer)).toEqual([400, 'INSUFFICIENT_BALANCE']);
    } else {
      payout.stage = this.verb === 'confirm' ? 'UNDER_WAY' : 'CANCELLED';
    }
    await assertPayouts(known, payer);
  }
  toString = () => `${this.verb}s ${this.index}`;
}

/** What the bank says to all that it is asked. */
let word: BankWord = 'SILENT';

/** Says the same to all that the bank is asked while two hours pass. */
async function bankSays(app: TestCustomerApp, said: BankWord): Promise<void> {
  hours += 2;
  word = said;
  await app.moveClock(hours * HOUR_MS);
  await service.dueJobs.runFor(app.id);
  word = 'SILENT';
}

function bankObeys(): void {
  const bank = service.app.get(PayoutRegistry).get(PAYOUT_BANK);
  const failure = { code: 'PAYMENT_METHOD_DECLINED', explanation: 'No.' } as const;
  const answer = (): Promise<PayoutAnswer> =>
    word === 'SILENT'
      ? Promise.reject(new PayoutBankUnavailable('GW3', { reason: 'silent' }))
      : Promise.resolve({
          ...PAYOUT_NOT_SEEN,
          bankStatus: word,
          failure: word === 'REJECTED' ? failure : null,
        });
  jest.spyOn(bank, 'send').mockImplementation(answer);
  jest.spyOn(bank, 'find').mockImplementation(answer);
}

class BankSays implements PayoutCommand {
  constructor(private readonly word: BankWord) {}
  check = () => true;
  async run(known: Payouts, payer: Payer): Promise<void> {
    await bankSays(payer.app, this.word);
    const stage = { EXECUTED: 'EXECUTED', REJECTED: 'FAILED', SILENT: 'UNDER_WAY' } as const;
    for (const payout of known.payouts) {
      if (payout.stage === 'UNDER_WAY') payout.stage = stage[this.word];
    }
    await assertPayouts(known, payer);
  }
  toString = () => `the bank says ${this.word}`;
}

it('payouts never exceed the balance, with any answers of the bank', async () => {
  bankObeys();
  const commands = fc.commands<Payouts, Payer, false>(
    [
      fc
        .tuple(fc.integer({ min: 1, max: 6_000 }), fc.boolean())
        .map(([hundreds, confirm]) => new Begins(hundreds * 100, confirm)),
      fc
        .tuple(fc.constantFrom('confirm' as const, 'cancel' as const), fc.nat(20))
        .map(([verb, index]) => new Acts(verb, index)),
      fc
        .constantFrom('EXECUTED' as const, 'REJECTED' as const, 'SILENT' as const)
        .map((each) => new BankSays(each)),
    ],
    { maxCommands: 12 },
  );
  const property = fc.asyncProperty(commands, async (asked) => {
    const real = await Payer.of(await service.customerApp([]), PAYOUT_FEE);
    hours = 0;
    await fc.asyncModelRun(() => ({ model: { payouts: [] }, real }), asked);
    expect(await real.findings()).toEqual([]);
  });
  await fc.assert(property, RUNS);
}, 120_000);

it('payments return no more than was paid, in any order of commands and updates', async () => {
  bankObeys();
  const property = fc.asyncProperty(paymentCommands, async (asked) => {
    const payer = await Payer.of(await service.customerApp([]));
    await payer.app.send(`POST /payment_users/${payer.userId}`, { autopay_consent: true });
    hours = 0;
    const real = { payer, mandates, bankSays: (said: BankWord) => bankSays(payer.app, said) };
    const model = { payments: [] };
    await firstPayments(model, real);
    await fc.asyncModelRun(() => ({ model, real }), asked);
    await endsWithNothingLeft(model, real);
    expect(await payer.findings()).toEqual([]);
  });
  await fc.assert(property, RUNS);
}, 120_000);

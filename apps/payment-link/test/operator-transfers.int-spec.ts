import type { IncomingTransferResponse } from '@towpath/contracts';
import type { SeeResourceResponse, TellStoryResponse } from '@towpath/contracts/operator';
import type {
  ListRefundsResponse,
  PaymentResponse,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { newId, type PaymentAccountId } from '@towpath/kernel';
import { ReconciliationService } from '@towpath/reconciliation';
import type { LedgerAccountKind } from '../src/money/ledger/ledger.js';
import { LedgerReads } from '../src/money/ledger/ledger.reads.js';
import { LedgerVerificationReads } from '../src/processes/ledger-verification/ledger-verification.reads.js';
import { ActingOperators, approving } from './acting-operator.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

const DUE = 12_500;
const TEXT = 'rent from Zenobia Quill';
const HOUR_MS = 3_600_000;

let sandbox: TestSandbox;
let service: TestPaymentLink;
let operators: ActingOperators;
let app: TestCustomerApp;
let accountId: PaymentAccountId;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
  operators = await ActingOperators.of(service);
}, START_MS);
afterAll(async () => {
  await operators?.end();
  await service?.end();
});
beforeEach(async () => {
  app = await service.customerApp([]);
  accountId = (await app.settlementAccount('HKD')) as PaymentAccountId;
  await service.dueJobs.runFor(app.id);
});
afterEach(async () => {
  const verify = service.app.get(LedgerVerificationReads, { strict: false });
  expect(await verify.verify(app.id)).toEqual([]);
  expect(await differences()).toEqual([]);
});

/** After the hours of the transfers closed, beside what the bank has: each was compared. */
async function differences(): Promise<object[]> {
  await sandbox.setClock(app.id, 2 * HOUR_MS);
  await app.moveClock(2 * HOUR_MS);
  await service.app.get(ReconciliationService, { strict: false }).reconcileNow(app.id);
  const [compared] = await app.rows<{ ours: number; theirs: number }>(
    `SELECT (SELECT count(*)::int FROM incoming_transfers) AS ours,
       (SELECT count(*)::int FROM settled_entries WHERE kind = 'TRANSFER') AS theirs`,
  );
  expect(compared?.theirs).toBe(compared?.ours);
  return app.rows('SELECT side, kind FROM reconciliation_differences');
}

type Acted = Awaited<ReturnType<ReturnType<ActingOperators['as']>['act']>>;

let people = 0;
const somebody = () => operators.as({ subject: `oidc:operator-${(people += 1)}` });
const refusalOf = ({ status, body }: Acted) => [status, body.error?.error_code];

async function arrived(amount = DUE, currency = 'HKD'): Promise<string> {
  const { body } = await app.send<IncomingTransferResponse>('POST /testing/incoming_transfers', {
    reference: TEXT,
    amount,
    currency,
  });
  expect(body.outcome).toBe('UNMATCHED');
  return body.incoming_transfer_id;
}

interface Waiting {
  readonly payer: Payer;
  readonly paymentId: string;
}

async function waiting(type = 'MANUAL'): Promise<Waiting> {
  const payer = await Payer.of(app, sandbox, linkBody());
  await choose(payer, type);
  return { payer, paymentId: (await payer.readLink()).payment?.payment_id ?? '' };
}
const choose = (payer: Payer, type: string) =>
  payer.call<SelectPaymentMethodResponse>('POST /select_payment_method', {
    payment_account_id: accountId,
    payment_method_type: type,
  });
const assigning = (id: string, payer?: Payer) =>
  ({
    action: 'assign_transfer',
    customer_app_id: app.id,
    id,
    ...(payer ? { payment_link_id: payer.linkId } : {}),
  }) as const;
const returning = (id: string) =>
  ({ action: 'return_transfer', customer_app_id: app.id, id }) as const;
const payment = async (id: string) => (await app.send<PaymentResponse>(`GET /payments/${id}`)).body;
const refundsOf = async (id: string) =>
  (await app.send<ListRefundsResponse>(`GET /payments/${id}/refunds`)).body.refunds;
const kept = (id: string) =>
  operators.rows<{ outcome: string; reference: string | null; xmin: string }>(
    'SELECT outcome, reference, xmin::text FROM incoming_transfers WHERE incoming_transfer_id = $1',
    [id],
  );

/** What the app is owed, what goes back, what nobody knows, what clears. */
function books(): Promise<number[]> {
  const balance = service.app.get(LedgerReads, { strict: false });
  const kinds: LedgerAccountKind[] = ['SETTLEMENT', 'UNEXPECTED', 'UNMATCHED', 'CLEARING'];
  return service.transactions.forApp(app.id, async (tx) => {
    const balances: number[] = [];
    for (const kind of kinds) {
      balances.push(await balance.balance(tx, { kind, accountId, currency: 'HKD' }));
    }
    return balances;
  });
}

describe('an operator who gives a transfer to a payment link', () => {
  it('is shown that it pays the link, and then it does, once', async () => {
    const { payer, paymentId } = await waiting();
    const id = await arrived();
    expect((await somebody().preview(assigning(id, payer))).body).toEqual({
      is_possible: true,
      effects: [
        'PAID: HKD 125.00 of the transfer pays the payment link, whose payment is EXECUTED.',
      ],
      seen: expect.stringMatching(/^UNMATCHED CREATED \d+$/) as string,
      amount: DUE,
      currency: 'HKD',
      needs_fresh_login: true,
      needs_second_person: false,
    });
    expect(await books()).toEqual([0, 0, DUE, -DUE]);
    const action_id = newId(new Date());
    const done = await somebody().act(assigning(id, payer), { action_id });
    expect(done).toMatchObject({
      status: 200,
      body: {
        effects: ['The transfer of HKD 125.00 is PAID.'],
        result: { kind: 'payment', customer_app_id: app.id, id: paymentId },
      },
    });
    await operators.forgetOutcome(action_id);
    expect((await somebody().act(assigning(id, payer), { action_id })).body).toEqual(done.body);
    expect(await payer.view()).toMatchObject({ status: 'PAID', money_moved: 'YES' });
    expect(await payment(paymentId)).toMatchObject({
      status: 'EXECUTED',
      payment_details: { references: { bank_transaction_reference: id } },
    });
    expect(await books()).toEqual([DUE, 0, 0, -DUE]);
  });

  it('has the entry of the audit in the transaction of the payment, with no text of the payer', async () => {
    const { payer } = await waiting();
    const id = await arrived();
    await somebody().act(assigning(id, payer));
    const [transfer] = await kept(id);
    const [entry, ...others] = await operators.entries(id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ operation: 'assign_transfer', xmin: transfer?.xmin });
    const [executed] = await operators.rows<{ xmin: string }>(
      `SELECT xmin::text FROM payment_state_changes
       WHERE customer_app_id = $1 AND to_status = 'EXECUTED'`,
      [app.id],
    );
    expect(entry?.xmin).toBe(executed?.xmin);
    expect(transfer?.reference).toMatch(/^\w{12}$/);
  });

  it.each([
    [DUE + 500, 'OVERPAID', [DUE, 0, 0, -DUE], 500],
    [DUE - 1, 'RETURNED', [0, 0, 0, 0], DUE - 1],
  ])('of %d is shown that it is %s', async (amount, outcome, balances, back) => {
    const { payer, paymentId } = await waiting();
    const id = await arrived(amount);
    const { effects } = (await somebody().preview(assigning(id, payer))).body;
    expect(effects[0]).toContain(outcome);
    await somebody().act(assigning(id, payer));
    expect(await kept(id)).toMatchObject([{ outcome }]);
    expect(await refundsOf(paymentId)).toMatchObject([
      { amount: back, status: 'EXECUTED', origin: 'SYSTEM' },
    ]);
    expect(await books()).toEqual(balances);
  });

  it('of a link that has ended is shown that it goes back', async () => {
    const { payer } = await waiting();
    const id = await arrived();
    const { seen } = (await somebody().preview(assigning(id, payer))).body;
    await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    expect(refusalOf(await somebody().act(assigning(id, payer), { seen }))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    expect((await somebody().preview(assigning(id, payer))).body.effects).toEqual([
      'RETURNED: HKD 125.00 goes back to its sender.',
      'Why: the payment link was CANCELLED when the transfer arrived.',
    ]);
    expect(await books()).toEqual([0, 0, DUE, -DUE]);
    await somebody().act(assigning(id, payer));
    expect(await books()).toEqual([0, 0, 0, 0]);
  });

  it('is refused another currency, app or link, and what was decided before', async () => {
    await app.settlementAccount('USD');
    const { payer } = await waiting();
    const [dollars, id] = [await arrived(DUE, 'USD'), await arrived()];
    const whyNot = async (transfer: string, of?: Payer) =>
      (await somebody().preview(assigning(transfer, of))).body.refusal;
    expect(await whyNot(dollars, payer)).toBe('The transfer is in USD, the payment link in HKD.');
    expect(await whyNot(id)).toBe('Name the payment link that it pays.');
    const { payer: byCard } = await waiting('CARD');
    expect(await whyNot(id, byCard)).toBe(
      'The payer has not chosen the bank transfer on this payment link.',
    );
    const other = await service.customerApp();
    const theirs = await Payer.of(other, sandbox, linkBody());
    expect(await whyNot(id, theirs)).toBe('No payment link has this ID.');
    const foreign = { ...assigning(id, payer), customer_app_id: other.id };
    expect(refusalOf(await somebody().act(foreign))).toEqual([404, 'ROUTE_NOT_FOUND']);
    const limited = operators.as({ apps: [other.id] });
    expect(refusalOf(await limited.act(assigning(id, payer)))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    await somebody().act(returning(id));
    expect(await whyNot(id, payer)).toBe('The transfer is RETURNED, not UNMATCHED.');
    expect(await operators.entries(dollars)).toEqual([]);
  });

  it('pays one of two links, while others act at the same moment', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const id = await arrived();
    await app.warmUp();
    const shown = [one, two].map(async ({ payer }) => {
      return (await somebody().preview(assigning(id, payer))).body.seen;
    });
    const seen = await Promise.all(shown);
    const acts = await Promise.all(
      Array.from({ length: 32 }, (_, index) => {
        if (index % 3 === 2) return somebody().act(returning(id), { seen: 'UNMATCHED' });
        const { payer } = index % 3 === 0 ? one : two;
        return somebody().act(assigning(id, payer), { seen: seen[index % 3] ?? '' });
      }),
    );
    expect(acts.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array<number>(31).fill(400),
    ]);
    expect(await operators.entries(id)).toHaveLength(1);
    const [transfer] = await kept(id);
    const owed = transfer?.outcome === 'PAID' ? DUE : 0;
    expect(await books()).toEqual([owed, 0, 0, 0 - owed]);
  });

  it('pays a link once, with transfers that arrive for it at the same moment', async () => {
    const { payer, paymentId } = await waiting();
    const reference = (await payer.view()).attempt?.transfer?.reference;
    const ids = await Promise.all(Array.from({ length: 8 }, () => arrived()));
    const { seen } = (await somebody().preview(assigning(ids[0] ?? '', payer))).body;
    await app.warmUp();
    const transfer = { reference, amount: DUE, currency: 'HKD' };
    await Promise.all([
      ...ids.map((id) => somebody().act(assigning(id, payer), { seen })),
      ...Array.from({ length: 8 }, () => app.send('POST /testing/incoming_transfers', transfer)),
    ]);
    const outcomes = await app.rows<{ outcome: string }>('SELECT outcome FROM incoming_transfers');
    expect(outcomes.filter(({ outcome }) => outcome === 'PAID')).toHaveLength(1);
    const left = outcomes.filter(({ outcome }) => outcome === 'UNMATCHED').length * DUE;
    expect((await payment(paymentId)).status).toBe('EXECUTED');
    expect(await books()).toEqual([DUE, 0, left, -DUE - left]);
  });
});

describe('an operator who sends a transfer back', () => {
  it('empties the account of unmatched money, once, and the text is gone', async () => {
    const id = await arrived();
    expect((await somebody().preview(returning(id))).body).toMatchObject({
      is_possible: true,
      effects: [
        'RETURNED: HKD 125.00 goes back to its sender.',
        'The text of the transfer is deleted here.',
      ],
      seen: 'UNMATCHED',
      amount: DUE,
      needs_fresh_login: true,
    });
    const action_id = newId(new Date());
    expect((await somebody().act(returning(id), { action_id })).body.effects).toEqual([
      'The transfer of HKD 125.00 is RETURNED.',
    ]);
    await operators.forgetOutcome(action_id);
    expect((await somebody().act(returning(id), { action_id })).status).toBe(200);
    const [transfer] = await kept(id);
    expect([transfer?.outcome, transfer?.reference]).toEqual(['RETURNED', null]);
    const [entry] = await operators.entries(id);
    expect(entry?.xmin).toBe(transfer?.xmin);
    expect(await books()).toEqual([0, 0, 0, 0]);
    expect(refusalOf(await somebody().act(returning(id)))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('does it once, while others act at the same moment', async () => {
    const id = await arrived();
    await app.warmUp();
    const acts = await Promise.all(
      Array.from({ length: 32 }, () => somebody().act(returning(id), { seen: 'UNMATCHED' })),
    );
    expect(acts.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array<number>(31).fill(400),
    ]);
    expect(await operators.entries(id)).toHaveLength(1);
    expect(await books()).toEqual([0, 0, 0, 0]);
  });
});

describe('an operator who approves what is done with a transfer', () => {
  const claims = [
    ['another amount', approving(DUE - 1)],
    ['another currency', approving(DUE, 'USD')],
    ['nobody knows what', { proposed_by: 'oidc:ada' }],
  ] as const;
  it.each(claims)('moves nothing if %s was proposed', async (_what, claim) => {
    const { payer } = await waiting();
    const id = await arrived();
    const approver = operators.as({ subject: 'oidc:bob', ...claim });
    for (const act of [assigning(id, payer), returning(id)]) {
      const { status, body } = await approver.act(act);
      expect([status, body.error.details]).toEqual([
        400,
        'It would move another amount than was proposed.',
      ]);
    }
    expect(await operators.entries(id)).toEqual([]);
    expect(await books()).toEqual([0, 0, DUE, -DUE]);
  });

  it('moves what was proposed, in the name of both', async () => {
    const { payer } = await waiting();
    const [paid, returned] = [await arrived(), await arrived()];
    const approver = operators.as({ subject: 'oidc:bob', ...approving(DUE) });
    expect((await approver.act(assigning(paid, payer))).status).toBe(200);
    expect((await approver.act(returning(returned))).status).toBe(200);
    expect((await operators.entries(paid))[0]?.reason).toContain('(proposed by oidc:ada)');
    expect(await books()).toEqual([DUE, 0, 0, -DUE]);
  });
});

describe('an operator who opens a transfer', () => {
  it('sees what was decided and where the money went, and its text as operator only', async () => {
    const { payer, paymentId } = await waiting();
    const id = await arrived();
    const path = { kind: 'incoming_transfer', customerAppId: app.id, id };
    const see = (role: 'viewer' | 'operator') =>
      operators.as({ role }).ask<SeeResourceResponse>('seeResource', { path });
    expect((await see('viewer')).body).toMatchObject({
      status: 'UNMATCHED',
      masked: ['reference'],
    });
    expect(JSON.stringify((await see('viewer')).body)).not.toContain('Zenobia');
    expect((await see('operator')).body.body).toMatchObject({ reference: TEXT });
    await somebody().act(assigning(id, payer));
    const { body } = await see('viewer');
    expect(body.related.map(({ kind }) => kind).toSorted()).toEqual([
      'payment',
      'payment_account',
      'payment_link',
    ]);
    const story = await operators.as().ask<TellStoryResponse>('tellStory', { path });
    expect(story.body.entries.map(({ title }) => title.split(':')[0])).toEqual(
      expect.arrayContaining(['UNMATCHED → PAID', 'UNMATCHED_RELEASE', 'PAYMENT']),
    );
    const ofPayment = { kind: 'payment', customerAppId: app.id, id: paymentId };
    const seen = await operators.as().ask<SeeResourceResponse>('seeResource', { path: ofPayment });
    expect(seen.body.related.map((each) => each.id)).toContain(id);
  });
});

describe('the row of a transfer', () => {
  it('that was decided never changes again', async () => {
    const id = await arrived();
    const change = (sql: string) => app.rows(`UPDATE incoming_transfers SET ${sql}`);
    await expect(change(`outcome = 'RETURNED'`)).rejects.toThrow();
    await expect(change('amount = 1')).rejects.toThrow();
    await somebody().act(returning(id));
    for (const again of [`action_id = 'x'`, `outcome = 'UNMATCHED', action_id = 'x'`]) {
      await expect(change(again)).rejects.toThrow(/never changed/);
    }
  });
});

import { jest } from '@jest/globals';
import { ConnectorClient } from '@towpath/http';
import { newId, type CustomerAppId, type PaymentAccountId, type PayoutId } from '@towpath/kernel';
import { GapService } from '@towpath/reconciliation';
import { KeptMoneyService } from '../src/money/kept-money/kept-money.service.js';
import {
  PAYOUT_NOT_SEEN,
  PayoutBankUnavailable,
  type PayoutConnector,
  type SettledPayout,
  PayoutRegistry,
} from '../src/money/payout-banks/ports.js';
import { Gw3Payouts } from '../src/money/payout-banks/gw3-payouts.js';
import { PayoutConversation } from '../src/processes/payout-orders/payout.conversation.js';
import type { PayoutSnapshot } from '../src/money/payouts/payout.table.js';
import { Books } from './books.fixture.js';
import { describePayoutConnector } from './describe-payout-connector.fixture.js';
import { TestPaymentLink } from './payment-link.fixture.js';
import {
  answersThatItRejects,
  OPENING_BALANCE,
  Payer,
  PAYOUT_BANK,
  PAYOUT_FEE,
} from './payouts.fixture.js';
import { GATEWAY_SECRET, START_MS, TestSandbox } from './sandbox.fixture.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const NOTHING_MORE = { code: 'PAYMENT_METHOD_DECLINED', explanation: 'No.' } as const;
const WAY = ['PROCESSING', 'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED'];

let sandbox: TestSandbox;
let service: TestPaymentLink;
let payer: Payer;
let bank: PayoutConnector;
const ends: Parameters<KeptMoneyService['payoutEnded']>[2][] = [];
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
  bank = service.app.get(PayoutRegistry).get(PAYOUT_BANK);
}, START_MS);
afterAll(() => service?.end());
// An app of its own for each test: some move its clock.
beforeEach(async () => {
  payer = await Payer.of(await service.customerApp([]));
  ends.length = 0;
  const keptMoney = service.app.get(KeptMoneyService);
  const payoutEnded = keptMoney.payoutEnded.bind(keptMoney);
  jest.spyOn(keptMoney, 'payoutEnded').mockImplementation((tx, batch, end) => {
    ends.push(end);
    return payoutEnded(tx, batch, end);
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  expect(await payer.findings()).toEqual([]);
});

async function advanceTo(offsetMs: number): Promise<void> {
  await sandbox.setClock(payer.app.id, offsetMs);
  await payer.app.moveClock(offsetMs);
  await service.dueJobs.runFor(payer.app.id);
}

/** To an account of this number, created while nothing is sent. */
async function payTo(number: string): Promise<string> {
  const account_id = await payer.account({ account_number: { type: 'LOCAL', number } });
  return (await payer.create({ recipient_account: { account_id } })).body.payout_id;
}

async function paidOut(): Promise<{ reference: string; amount: number }[]> {
  const lines: { reference: string; amount: number }[] = [];
  const period = { from: new Date(0), to: new Date('2100-01-01T00:00:00Z') };
  for await (const { reference, amount } of bank.listSettled({
    customerAppId: payer.app.id,
    ...period,
  })) {
    lines.push({ reference, amount });
  }
  return lines;
}
const whatIsEnded = () => ends.map(({ payoutId, status }) => [payoutId, status]);

describe('a payout that the bank executes', () => {
  it('leaves the books, and each step is an event and a webhook', async () => {
    const { payout_id: id } = (await payer.create()).body;
    const body = await payer.ends(id, 'EXECUTED');
    expect(body.transaction_date).toBe((body.transaction_time ?? '').slice(0, 10));
    expect(body.payment_details).toMatchObject({
      processor_details: { processor_id: 'GW3', processor_reference: expect.any(String) as string },
      references: { bank_transaction_reference: expect.any(String) as string },
    });
    expect(await payer.history(id)).toEqual([...WAY, 'EXECUTED']);
    expect(await payer.events(id)).toEqual([
      'payout.created',
      'payout.funding_started',
      'payout.funded',
      'payout.submitted',
      'payout.executed',
    ]);
    expect(await payer.transfers(id)).toEqual(['PAYOUT_HOLD', 'PAYOUT']);
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE - 12_500);
    expect(await payer.balance('payout')).toBe(0);
    expect(await payer.balance('clearing')).toBe(12_500);
    expect(await paidOut()).toEqual([{ reference: id, amount: 12_500 }]);
    expect(whatIsEnded()).toEqual([[id, 'EXECUTED']]);
    const accountId = payer.senderAccountId as PaymentAccountId;
    const lines = await new Books(service, payer.app, accountId).statement();
    expect(lines.filter(({ payout_id: named }) => named === id)).toMatchObject([
      { kind: 'PAYOUT_HOLD', amount: '-12500' },
    ]);
  });
});

describe('the verification of the ledger', () => {
  const toStatus = (id: string, status: string) =>
    payer.app.rows(`UPDATE payouts SET status = $2 WHERE payout_id = $1 RETURNING payout_id`, [
      id,
      status,
    ]);

  it('finds money that is held or has left the books without a payout', async () => {
    payer = await Payer.of(await service.customerApp([]), PAYOUT_FEE);
    const { payout_id: id } = (await payer.create()).body;
    await payer.ends(id, 'EXECUTED');
    const money = { currency: 'HKD' };
    await toStatus(id, 'SUBMITTED');
    expect(await payer.findings()).toEqual([
      {
        rule: 'HELD_IS_OPEN_PAYOUTS',
        subject: `payout:${payer.senderAccountId}`,
        ...money,
        expected: 12_655,
        found: 0,
      },
      { rule: 'PAYOUT_IS_BOOKED', subject: id, ...money, found: 12_500 },
      { rule: 'PAYOUT_FEE_IS_BOOKED', subject: id, ...money, found: 155 },
      { rule: 'NOTHING_STAYS_BEHIND', subject: id, ...money, expected: 12_655, found: 0 },
    ]);
    await toStatus(id, 'EXECUTED');
  });
});

describe('a payout that the bank rejects', () => {
  it('fails with a reason, and its amount is available again', async () => {
    const id = await payTo('123-4560002');
    const body = await payer.ends(id, 'FAILED');
    expect(body.error).toMatchObject({ error_code: 'PAYMENT_METHOD_DECLINED' });
    expect(body).not.toHaveProperty('transaction_date');
    expect(await payer.transfers(id)).toEqual(['PAYOUT_HOLD', 'PAYOUT_RELEASE']);
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE);
    expect(await payer.balance('payout')).toBe(0);
    expect(await payer.events(id)).toContain('payout.failed');
    expect(await paidOut()).toEqual([]);
    expect(whatIsEnded()).toEqual([[id, 'FAILED']]);
  });
});

describe('a payout whose outcome is unknown', () => {
  it('stays SUBMITTED and held until the bank is asked, and is paid once', async () => {
    const id = await payTo('123-4560007');
    await payer.ends(id, 'SUBMITTED');
    expect(await payer.balance('payout')).toBe(12_500);
    await advanceTo(11 * SECOND_MS);
    expect((await payer.read(id)).status).toBe('EXECUTED');
    expect(await paidOut()).toHaveLength(1);
  });

  it('is sent again when the bank never saw it', async () => {
    const send = jest
      .spyOn(bank, 'send')
      .mockRejectedValueOnce(new PayoutBankUnavailable('GW3', { reason: 'lost on the way there' }));
    const { payout_id: id } = (await payer.create()).body;
    await payer.ends(id, 'SUBMITTED');
    await advanceTo(11 * SECOND_MS);
    expect((await payer.read(id)).status).toBe('EXECUTED');
    expect(send.mock.calls.filter(([order]) => order.reference === id)).toHaveLength(2);
    expect(await paidOut()).toHaveLength(1);
  });

  it('is asked after 10 s, 1 min, 5 min, then each hour', async () => {
    const away = new PayoutBankUnavailable('GW3', { reason: 'away' });
    jest.spyOn(bank, 'send').mockRejectedValue(away);
    const find = jest.spyOn(bank, 'find').mockRejectedValue(away);
    const { payout_id: id } = (await payer.create()).body;
    await payer.ends(id, 'SUBMITTED');
    const asked = () => find.mock.calls.filter(([key]) => key.reference === id).length;
    // The first leaves a busy machine some seconds of real time, which count as well.
    const times = [3, 11, 72, 373, 3_974, 7_575].map((seconds) => seconds * SECOND_MS);
    const counts: number[] = [];
    for (const time of times) {
      await advanceTo(time);
      counts.push(asked());
    }
    expect(counts).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await payer.read(id)).status).toBe('SUBMITTED');
    expect(await payer.balance('payout')).toBe(12_500);
  });

  it('ends once when answers of the bank are late, repeated or contradictory', async () => {
    const { payout_id: id } = (await payer.create()).body;
    await payer.ends(id, 'EXECUTED');
    const conversation = service.app.get(PayoutConversation);
    const order = { live: false, ...PAYOUT_BANK } as unknown as PayoutSnapshot;
    const asked = { customerAppId: payer.app.id, id: id as PayoutId, order };
    for (const bankStatus of ['PENDING', 'REJECTED', 'EXECUTED', 'NOT_SEEN'] as const) {
      const answer = { ...PAYOUT_NOT_SEEN, bankStatus, failure: NOTHING_MORE };
      jest.spyOn(bank, 'find').mockResolvedValueOnce(answer);
      await conversation.hold({ ...asked, call: { ask: 'FIND', reference: id } });
    }
    expect(await payer.transfers(id)).toEqual(['PAYOUT_HOLD', 'PAYOUT']);
    expect(await payer.history(id)).toEqual([...WAY, 'EXECUTED']);
  });

  it('is corrected from FAILED, with its fee, when the bank shows the payout as executed', async () => {
    payer = await Payer.of(await service.customerApp([]), PAYOUT_FEE);
    answersThatItRejects(bank, payer.app.id);
    const { payout_id: id } = (await payer.create()).body;
    await payer.ends(id, 'FAILED');
    const conversation = service.app.get(PayoutConversation);
    await service.transactions.forApp(payer.app.id, (tx) =>
      conversation.makeDue(tx, id as PayoutId),
    );
    const body = await payer.ends(id, 'EXECUTED');
    expect(body).not.toHaveProperty('error');
    expect(body.fees).toEqual([
      {
        amount: 155,
        currency: 'HKD',
        paid_by: 'SENDER',
        paid_by_account_id: payer.senderAccountId,
      },
    ]);
    expect((await payer.transfers(id)).toSorted()).toEqual([
      'PAYOUT_CORRECTION',
      'PAYOUT_FEE_CORRECTION',
      'PAYOUT_FEE_HOLD',
      'PAYOUT_FEE_RELEASE',
      'PAYOUT_HOLD',
      'PAYOUT_RELEASE',
    ]);
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE - 12_655);
    expect(await payer.balance('fees')).toBe(155);
    expect(await payer.events(id)).toContain('payout.status_corrected');
    expect(whatIsEnded()).toEqual([
      [id, 'FAILED'],
      [id, 'EXECUTED'],
    ]);
  });
});

describe('a payout whose recipient is gone', () => {
  it('fails before anything is sent, and its amount is available again', async () => {
    const { payout_id: id } = (await payer.create({ confirm: false })).body;
    await payer.app.send(`DELETE /payment_accounts/${payer.recipientAccountId}`);
    await payer.act(id, 'confirm');
    const body = await payer.ends(id, 'FAILED');
    expect(body.error).toMatchObject({ error_code: 'PAYMENT_ACCOUNT_NOT_FOUND' });
    expect(body.recipient_account).toEqual({
      account_id: payer.recipientAccountId,
      account_type: 'EXTERNAL_ACCOUNT',
    });
    expect(await payer.transfers(id)).toEqual(['PAYOUT_HOLD', 'PAYOUT_RELEASE']);
    expect(await paidOut()).toEqual([]);
  });

  it('fails when nothing was seen of it for an hour, and not before', async () => {
    jest
      .spyOn(bank, 'send')
      .mockRejectedValue(new PayoutBankUnavailable('GW3', { reason: 'away' }));
    const { payout_id: id } = (await payer.create()).body;
    await payer.ends(id, 'SUBMITTED');
    await payer.app.send(`DELETE /payment_accounts/${payer.recipientAccountId}`);
    await advanceTo(HOUR_MS / 2);
    expect((await payer.read(id)).status).toBe('SUBMITTED');
    await advanceTo(2 * HOUR_MS);
    expect((await payer.read(id)).status).toBe('FAILED');
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE);
  });
});

describe('the books of the bank, compared with ours,', () => {
  /** Paid out, and the bank's books are read from here on. */
  async function executed(): Promise<string> {
    await service.dueJobs.runFor(payer.app.id);
    const { payout_id: id } = (await payer.create()).body;
    await payer.ends(id, 'EXECUTED');
    return id;
  }
  /** The lines of the bank as its next lists tell them. */
  const listed = (change: (line: SettledPayout) => readonly SettledPayout[]) => {
    const list = bank.listSettled.bind(bank);
    jest.spyOn(bank, 'listSettled').mockImplementation(async function* (period) {
      for await (const line of list(period)) yield* change(line);
    });
  };
  const differences = () =>
    payer.app.rows<{ subject: string; kind: string }>(
      `SELECT subject, kind FROM reconciliation_differences
       WHERE side = 'PAYOUT' AND closed_at IS NULL ORDER BY kind`,
    );

  it('agree, and each payout was compared', async () => {
    const id = await executed();
    await advanceTo(2 * HOUR_MS);
    await advanceTo(50 * HOUR_MS);
    expect(await differences()).toEqual([]);
    const kept = `SELECT subject, kind, amount, currency, integration_id FROM settled_entries`;
    expect(await payer.app.rows(kept)).toEqual([
      {
        subject: id,
        kind: 'PAYOUT',
        amount: 12_500,
        currency: 'HKD',
        integration_id: 'GW3_PAYOUTS',
      },
    ]);
  });

  it.each<[string, string, (line: SettledPayout) => readonly SettledPayout[]]>([
    ['was sent twice', 'TWICE', (line) => [line, { ...line, entryId: `${line.entryId} again` }]],
    ['has another amount', 'AMOUNT', (line) => [{ ...line, amount: line.amount + 1 }]],
    ['has another currency', 'CURRENCY', (line) => [{ ...line, currency: 'USD' }]],
    ['the bank never had', 'MISSING_THERE', () => []],
  ])('find a payout that %s', async (_what, kind, change) => {
    listed(change);
    const id = await executed();
    await advanceTo(2 * HOUR_MS);
    await advanceTo(28 * HOUR_MS);
    expect(await differences()).toEqual([{ subject: id, kind }]);
  });

  it('find a payout under an unknown reference', async () => {
    const reference = newId<PayoutId>(new Date());
    listed((line) => [line, { ...line, reference, entryId: 'a stranger' }]);
    await executed();
    await advanceTo(2 * HOUR_MS);
    expect(await differences()).toEqual([{ subject: reference, kind: 'MISSING_HERE' }]);
  });

  it('find a payout that a restore lost here: it leaves the balance, once', async () => {
    const reference = newId<PayoutId>(new Date());
    const order = { reference, customerAppId: payer.app.id, currency: 'HKD', description: null };
    const creditor = { creditorName: 'Chan Tai Man', creditorAccountNumber: '012-345678-833' };
    await bank.send({ ...order, ...creditor, debtorAccount: payer.senderAccountId, amount: 700 });
    const stranger = newId<PayoutId>(new Date());
    const elsewhere = { ...order, ...creditor, reference: stranger, debtorAccount: 'NOT-OURS' };
    await bank.send({ ...elsewhere, amount: 5 });
    const compare = async (giveBack: boolean) => {
      const order = { customerAppId: payer.app.id, since: new Date(0), giveBack };
      const { unknown } = await service.app.get(GapService, { strict: false }).compare(order);
      return unknown.map(({ charge, givenBack }) => [charge.reference, givenBack]);
    };
    const unknown = [
      [reference, null],
      [stranger, null],
    ];
    await service.dueJobs.runFor(payer.app.id);
    expect(await compare(false)).toEqual(unknown);
    expect(await payer.transfers(reference)).toEqual([]);
    const both = await Promise.all([compare(true), compare(true)]);
    expect(both.flat()).toContainEqual([reference, 'BOOKED']);
    // an account that is not ours is for an operator
    expect(await compare(true)).toEqual([[stranger, null]]);
    expect(await payer.transfers(reference)).toEqual(['UNEXPECTED_PAYOUT']);
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE - 700);
    expect(await differences()).toEqual([{ subject: stranger, kind: 'MISSING_HERE' }]);
  });

  it('correct a payout that is FAILED here and executed there', async () => {
    answersThatItRejects(bank, payer.app.id);
    await service.dueJobs.runFor(payer.app.id);
    const { payout_id: id } = (await payer.create()).body;
    await payer.ends(id, 'FAILED');
    await advanceTo(2 * HOUR_MS);
    await payer.ends(id, 'EXECUTED');
    await advanceTo(4 * HOUR_MS);
    expect(await differences()).toEqual([]);
  });
});

describe('the connector of the simulated bank', () => {
  const customerAppId = newId<CustomerAppId>(new Date());
  const http = new ConnectorClient({
    baseUrl: 'http://127.0.0.1:9',
    secret: GATEWAY_SECRET,
    silence: (reason) => new PayoutBankUnavailable('GW3', reason),
  });
  afterAll(() => http.close());
  describePayoutConnector('GW3', () => ({
    connector: bank,
    customerAppId,
    accounts: { good: '012-345678-833', rejected: '123-4560002', lost: '123-4560007' },
    setClock: (offsetMs) => sandbox.setClock(customerAppId, offsetMs),
    away: new Gw3Payouts(http),
  }));
});

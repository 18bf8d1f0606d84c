/** @proves promise-3, promise-15, getPayoutById */
import type { PayoutResponse } from '@towpath/contracts/payment-link';
import { TestPaymentLink } from './payment-link.fixture.js';
import { OPENING_BALANCE, Payer, PAYOUT_FEE } from './payouts.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const CLOSED = 'The account of the recipient is closed.';
const ANSWER_LOST = { account_number: { type: 'LOCAL', number: '012-345678-0007' } };

let sandbox: TestSandbox;
let service: TestPaymentLink;
let payer: Payer;
let offset: number;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());
// An app of its own for each test: each moves its clock.
beforeEach(async () => {
  payer = await Payer.of(await service.customerApp([]), PAYOUT_FEE);
  offset = 0;
});
afterEach(async () => {
  expect(await payer.findings()).toEqual([]);
});

async function advance(ms: number): Promise<void> {
  offset += ms;
  await sandbox.setClock(payer.app.id, offset);
  await payer.app.moveClock(offset);
  await service.dueJobs.runFor(payer.app.id);
}

/** What reconciliation finds after two days: it reads the statement of the bank every hour. */
async function differences(): Promise<object[]> {
  for (let days = 0; days < 2; days += 1) await advance(24 * HOUR_MS);
  await service.dueJobs.runFor(payer.app.id);
  return payer.app.rows(
    'SELECT side, kind FROM reconciliation_differences WHERE closed_at IS NULL',
  );
}

async function paidOut(members: object = {}): Promise<PayoutResponse> {
  const { body } = await payer.create(members);
  return payer.ends(body.payout_id, 'EXECUTED');
}

describe('a payout that comes back after it was executed', () => {
  it('gives its amount back once, by the statement of the bank, and keeps its fee', async () => {
    const { payout_id: id } = await paidOut();
    const fee = 30 + 125;
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE - 12_500 - fee);
    await sandbox.returnPayout(id);
    expect(await differences()).toEqual([]);
    const payout = await payer.read(id);
    expect(payout).toMatchObject({
      status: 'EXECUTED',
      amount_returned: 12_500,
      return_reason: CLOSED,
    });
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE - fee);
    expect(await payer.balance('clearing')).toBe(0);
    await sandbox.returnPayout(id);
    const rows = await payer.transfers(id);
    expect(rows.filter((kind) => kind === 'PAYOUT_RETURN')).toHaveLength(1);
    expect((await payer.events(id)).slice(-2)).toEqual(['payout.executed', 'payout.returned']);
    expect(await differences()).toEqual([]);
    expect(await payer.read(id)).toEqual(payout);
  });

  it('is executed and returned at once when its success was not seen', async () => {
    const recipient = await payer.account(ANSWER_LOST);
    const { body } = await payer.create({ recipient_account: { account_id: recipient } });
    const { payout_id: id } = await payer.ends(body.payout_id, 'SUBMITTED');
    await sandbox.returnPayout(id);
    await advance(15 * SECOND_MS);
    expect(await payer.read(id)).toMatchObject({ status: 'EXECUTED', amount_returned: 12_500 });
    expect((await payer.transfers(id)).toSorted()).toEqual([
      'PAYOUT',
      'PAYOUT_FEE',
      'PAYOUT_FEE_HOLD',
      'PAYOUT_HOLD',
      'PAYOUT_RETURN',
    ]);
    expect((await payer.events(id)).slice(-2)).toEqual(['payout.executed', 'payout.returned']);
    expect(await differences()).toEqual([]);
  });
});

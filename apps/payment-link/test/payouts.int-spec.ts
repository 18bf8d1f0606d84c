/** @proves promise-5, createPayout, listPayouts, getPayoutById, confirmPayout, cancelPayout */
import type { ErrorEnvelope } from '@towpath/contracts';
import type { ListPayoutsResponse } from '@towpath/contracts/payment-link';
import { describePagination } from '@towpath/testing';
import { payoutMachine } from '../src/money/payouts/payout.transitions.js';
import { send, TestPaymentLink } from './payment-link.fixture.js';
import { OPENING_BALANCE, Payer, type AnsweredPayout } from './payouts.fixture.js';

const UNKNOWN = '01JQ000000000000000000N0NE';

let service: TestPaymentLink;
let payer: Payer;
beforeAll(async () => {
  // Nothing listens where the bank should be: what is sent stays SUBMITTED.
  service = await TestPaymentLink.start();
});
afterAll(() => service?.end());
beforeEach(async () => {
  payer = await Payer.of(await service.customerApp([]));
});

const codeOf = ({ status, body }: { status: number; body: Partial<ErrorEnvelope> }) =>
  [status, body.error?.error_code] as const;
const list = async (query = '') =>
  (await payer.app.send<ListPayoutsResponse>(`GET /payouts?${query}`)).body;

describe('a payout that is confirmed at once', () => {
  it('answers PROCESSING with all that is known, and its amount is held', async () => {
    const { status, body } = await payer.create();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'PROCESSING',
      type: 'ON_DEMAND',
      amount: 12_500,
      currency: 'HKD',
      live: false,
      payment_details: {
        description: 'March',
        external_transaction_reference: 'PAYOUT-9',
        references: { service_transaction_reference: body.payout_id },
      },
      sender: { name: 'Harbour Books' },
      sender_account: {
        account_id: payer.senderAccountId,
        account_type: 'SETTLEMENT_ACCOUNT',
        settlement_account_reference: 'HKD',
      },
      recipient: { user_id: payer.userId, external_user_id: 'ada', name: 'Chan Tai Man' },
      recipient_account: {
        account_id: payer.recipientAccountId,
        account_type: 'EXTERNAL_ACCOUNT',
        account_number_masked: '****8833',
        user_id: payer.userId,
      },
      metadata: { month: 'March' },
    });
    expect(body).not.toHaveProperty('transaction_date');
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE - 12_500);
    expect(await payer.balance('payout')).toBe(12_500);
  });

  it('gives one answer to all copies of the request', async () => {
    const copies = await Promise.all(Array.from({ length: 16 }, () => payer.create({}, 'one')));
    expect(new Set(copies.map(({ body }) => body.payout_id)).size).toBe(1);
    expect(await payer.traces()).toMatchObject({ payouts: 1, transfers: 2 });
    const other = await payer.create({ amount: 1 }, 'one');
    expect(codeOf(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('is sent only after its commit, and remembered when the bank does not answer', async () => {
    const { payout_id: id } = (await payer.create()).body;
    await payer.ends(id, 'SUBMITTED');
    expect(await payer.history(id)).toEqual([
      'PROCESSING',
      'PROCESSING_FUNDS',
      'FUNDED',
      'SUBMITTED',
    ]);
    const [row] = await payer.app.rows<{ due: boolean }>(
      'SELECT due_at > updated_at AS due FROM payouts WHERE payout_id = $1',
      [id],
    );
    expect(row).toEqual({ due: true });
    expect(await payer.balance('payout')).toBe(12_500);
  });
});

describe('64 payouts at the same moment', () => {
  it('never take more together than there is', async () => {
    await payer.app.warmUp();
    const amount = 20_000;
    const asked = Array.from({ length: 64 }, () => payer.create({ amount }));
    const answers = (await Promise.all(asked)).map((answer) => codeOf(answer).join(' ').trim());
    expect(answers.filter((answer) => answer === '200')).toHaveLength(50);
    expect(answers.filter((answer) => answer === '400 INSUFFICIENT_BALANCE')).toHaveLength(14);
    expect(await payer.balance('settlement')).toBe(0);
    expect(await payer.traces()).toMatchObject({ payouts: 50, transfers: 51 });
  });

  it('never take more together than there is when they are confirmed later', async () => {
    const amount = 400_000;
    const proposed = await Promise.all(
      Array.from({ length: 8 }, () => payer.create({ amount, confirm: false })),
    );
    const confirmed = await Promise.all(
      proposed.map(({ body }) => payer.act(body.payout_id, 'confirm')),
    );
    expect(confirmed.map(({ status }) => status).toSorted()).toEqual([200, 200, ...REFUSED_SIX]);
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE - 2 * amount);
    const left = (await list('statuses=CREATED')).total_payouts;
    expect(left).toBe(6);
  });
});

const REFUSED_SIX = Array.from({ length: 6 }, () => 400);

describe('a payout that waits for its confirmation', () => {
  const propose = async () => (await payer.create({ confirm: false })).body;

  it('holds nothing until it is confirmed, once', async () => {
    const { payout_id: id, status } = await propose();
    expect(status).toBe('CREATED');
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE);
    const twice = await Promise.all([payer.act(id, 'confirm'), payer.act(id, 'confirm')]);
    expect(twice.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [400, 'INVALID_PAYOUT_STATUS'],
    ]);
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE - 12_500);
    expect(await payer.transfers(id)).toEqual(['PAYOUT_HOLD']);
    expect(await payer.events(id)).toEqual(
      expect.arrayContaining(['payout.created', 'payout.confirmed']),
    );
  });

  it('stays as it is when the balance does not cover it', async () => {
    const { body } = await payer.create({ confirm: false, amount: OPENING_BALANCE + 1 });
    const before = await payer.traces();
    expect(codeOf(await payer.act(body.payout_id, 'confirm'))).toEqual([
      400,
      'INSUFFICIENT_BALANCE',
    ]);
    expect((await payer.read(body.payout_id)).status).toBe('CREATED');
    expect(await payer.traces()).toEqual(before);
  });

  it('can be cancelled, and then nothing else', async () => {
    const { payout_id: id } = await propose();
    const { body } = await payer.act(id, 'cancel');
    expect(body.status).toBe('CANCELLED');
    expect(await payer.events(id)).toEqual(['payout.created', 'payout.cancelled']);
    expect(await payer.transfers(id)).toEqual([]);
    expect(codeOf(await payer.act(id, 'confirm'))).toEqual([400, 'INVALID_PAYOUT_STATUS']);
  });

  it.each(payoutMachine.states.filter((state) => state !== 'CREATED'))(
    'is neither confirmed nor cancelled when it is %s',
    async (state) => {
      const { payout_id: id } = await propose();
      await payer.app.rows(
        `UPDATE payouts SET status = $2 WHERE payout_id = $1 RETURNING payout_id`,
        [id, state],
      );
      for (const verb of ['confirm', 'cancel'] as const) {
        expect(codeOf(await payer.act(id, verb))).toEqual([400, 'INVALID_PAYOUT_STATUS']);
      }
      expect(await payer.history(id)).toEqual(['CREATED']);
      expect(await payer.transfers(id)).toEqual([]);
    },
  );
});

describe('a refused payout leaves nothing behind', () => {
  const named = (member: string, account_id: string) => ({ [member]: { account_id } });
  const refusals: [string, string, () => Promise<object> | object][] = [
    [
      'an unknown settlement account',
      'PAYMENT_ACCOUNT_NOT_FOUND',
      () => named('sender_account', UNKNOWN),
    ],
    ['an unknown recipient', 'PAYMENT_ACCOUNT_NOT_FOUND', () => named('recipient_account', 'x')],
    [
      'a settlement account of another app',
      'PAYMENT_ACCOUNT_NOT_FOUND',
      async () => named('sender_account', (await foreign()).senderAccountId),
    ],
    [
      'a recipient of another app',
      'PAYMENT_ACCOUNT_NOT_FOUND',
      async () => named('recipient_account', (await foreign()).recipientAccountId),
    ],
    [
      'an external account that pays',
      'PAYMENT_ACCOUNT_NOT_FOUND',
      () => named('sender_account', payer.recipientAccountId),
    ],
    [
      'a settlement account that receives',
      'PAYMENT_ACCOUNT_NOT_FOUND',
      () => named('recipient_account', payer.senderAccountId),
    ],
    [
      'a recipient whose number is not known',
      'INVALID_REQUEST',
      async () => named('recipient_account', await payer.account({ account_number: undefined })),
    ],
    ['a currency of neither account', 'CURRENCY_MISMATCH', () => ({ currency: 'USD' })],
    ['more than there is', 'INSUFFICIENT_BALANCE', () => ({ amount: OPENING_BALANCE + 1 })],
    ['an amount of 0', 'INVALID_REQUEST', () => ({ amount: 0 })],
    ['a request without confirm', 'INVALID_REQUEST', () => ({ confirm: undefined })],
  ];
  const foreign = async () => Payer.of(await service.customerApp([]));

  it.each(refusals)('%s: %s', async (_case, code, members) => {
    const changed = await members();
    const before = await payer.traces();
    expect(codeOf(await payer.create(changed))).toEqual([400, code]);
    expect(await payer.traces()).toEqual(before);
  });

  it('a recipient that is kept in another currency', async () => {
    const account_id = await payer.account({ currencies: ['USD'] });
    const answer = await payer.create(named('recipient_account', account_id));
    expect(codeOf(answer)).toEqual([400, 'CURRENCY_MISMATCH']);
    expect(await payer.traces()).toMatchObject({ payouts: 0, events: 0 });
  });

  it('no Idempotency-Key', async () => {
    const answer: AnsweredPayout = await payer.app.send('POST /payouts', payer.order());
    expect(codeOf(answer)).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED']);
    expect(await payer.traces()).toMatchObject({ payouts: 0 });
  });
});

describe('the list of payouts', () => {
  it('has every filter, alone and together', async () => {
    const mine = (await payer.create({ confirm: false })).body;
    const second = await payer.account();
    const other = (await payer.create({ recipient_account: { account_id: second } })).body;
    await payer.act(mine.payout_id, 'cancel');
    const today = (mine.created_at ?? '').slice(0, 10);
    const cases: [string, string[]][] = [
      ['', [other.payout_id, mine.payout_id]],
      ['statuses=CANCELLED', [mine.payout_id]],
      ['statuses=CANCELLED,EXECUTED&currencies=HKD,USD', [mine.payout_id]],
      ['currencies=USD', []],
      ['payout_types=ON_DEMAND', [other.payout_id, mine.payout_id]],
      ['payout_types=SCHEDULED,MANUAL', []],
      [`recipient_account_id=${second}`, [other.payout_id]],
      [`sender_account_id=${payer.senderAccountId}`, [other.payout_id, mine.payout_id]],
      [`sender_account_id=${second}`, []],
      [`recipient_user_id=${payer.userId}&statuses=CANCELLED`, [mine.payout_id]],
      ['recipient_external_user_id=ada', [other.payout_id, mine.payout_id]],
      ['recipient_external_user_id=nobody', []],
      [`mandate_id=${UNKNOWN}`, []],
      [`date_from=${today}&date_to=${today}`, [other.payout_id, mine.payout_id]],
      ['date_to=2001-01-01', []],
      ['date_from=2999-01-01', []],
    ];
    for (const [query, ids] of cases) {
      const { payouts, total_payouts: total } = await list(query);
      expect([query, payouts.map(({ payout_id: id }) => id)]).toEqual([query, ids]);
      expect(total).toBe(ids.length);
    }
  });

  it.each(['statuses=PAID', 'payout_types=ALL', 'currencies=XXQ', 'limit=0', 'date_from=today'])(
    'refuses %s',
    async (query) => {
      const answer = await payer.app.send<ErrorEnvelope>(`GET /payouts?${query}`);
      expect(codeOf(answer)).toEqual([400, 'INVALID_REQUEST']);
    },
  );

  describePagination('payouts', () => ({
    create: async () => (await payer.create({ amount: 1, confirm: false })).body.payout_id,
    page: async (query) => {
      const search = new URLSearchParams(query).toString();
      const { status, body } = await payer.app.send<ListPayoutsResponse>(`GET /payouts?${search}`);
      return {
        status,
        ids: (body.payouts ?? []).map(({ payout_id: id }) => id),
        total: body.total_payouts,
        nextCursor: body.next_cursor,
      };
    },
  }));
});

describe("another app's payout", () => {
  it('is answered like an unknown payout', async () => {
    const { payout_id: id } = (await payer.create({ confirm: false })).body;
    const theirs = await Payer.of(await service.customerApp([]));
    for (const route of [
      'GET /payouts/:id',
      'POST /payouts/:id/confirm',
      'POST /payouts/:id/cancel',
    ]) {
      const answers = await Promise.all(
        [id, UNKNOWN, 'nothing'].map((asked) =>
          send<ErrorEnvelope>(service.publicUrl, {
            route: route.replace(':id', asked),
            token: theirs.app.token,
          }),
        ),
      );
      for (const answer of answers) expect(codeOf(answer)).toEqual([400, 'PAYOUT_NOT_FOUND']);
      expect(answers[0]?.body.error.message).toBe(answers[1]?.body.error.message);
    }
    expect((await theirs.app.send<ListPayoutsResponse>('GET /payouts')).body.total_payouts).toBe(0);
    expect((await payer.read(id)).status).toBe('CREATED');
  });
});

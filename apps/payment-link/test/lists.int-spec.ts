/** @proves listPayments, getPayment, updatePayment */
import type {
  ListPaymentAccountsResponse,
  ListPaymentsResponse,
  PaymentResponse,
} from '@towpath/contracts/payment-link';
import { describePagination, operatorClaims } from '@towpath/testing';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
  app = await service.customerApp(['HKD']);
}, START_MS);
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});

const nobody = {} as TestSandbox;
const queryOf = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString();

async function startedPayment(from: TestCustomerApp, body: object = linkBody()): Promise<string> {
  const payer = await Payer.of(from, nobody, body);
  await payer.select();
  return (await payer.readLink()).payment?.payment_id ?? '';
}

async function paidPayment(from: TestCustomerApp, body: object = linkBody()): Promise<string> {
  const payer = await Payer.of(from, nobody, body);
  const { body: selected } = await payer.select();
  await payer.submitToken(selected.attempt_id, { token: 'tok', last4: '4242' });
  return (await payer.readLink()).payment?.payment_id ?? '';
}

describePagination('payments', () => ({
  create: () => startedPayment(app),
  page: async (query) => {
    const { status, body } = await app.send<ListPaymentsResponse>(
      `GET /payments?${queryOf(query)}`,
    );
    return {
      status,
      ids: (body.payments ?? []).map(({ payment_id }) => payment_id),
      total: body.total_payments,
      nextCursor: body.next_cursor,
    };
  },
}));

let accounts = 0;
describePagination('payment accounts', () => ({
  create: () => {
    accounts += 1;
    return app.settlementAccount('HKD', { settlement_account_reference: `account-${accounts}` });
  },
  page: async (query) => {
    const { status, body } = await app.send<ListPaymentAccountsResponse>(
      `GET /payment_accounts?${queryOf(query)}`,
    );
    return {
      status,
      ids: (body.payment_accounts ?? []).map(({ account_id }) => account_id),
      total: body.total,
      nextCursor: body.next_cursor,
    };
  },
}));

describe('filters of payments', () => {
  let filtered: TestCustomerApp;
  let paid: string;
  let open: string;
  let yen: string;
  let userId: string;
  beforeAll(async () => {
    filtered = await service.customerApp(['HKD', 'JPY']);
    const { body: user } = await filtered.send<{ user_id: string }>('POST /payment_users', {
      name: 'Ada Ltd',
      external_user_id: 'ada',
      user_type: 'BUSINESS',
    });
    userId = user.user_id;
    const sender = { external_user_id: 'ada', name: 'Ada Ltd' };
    paid = await paidPayment(filtered, linkBody({ sender }));
    open = await startedPayment(filtered);
    yen = await startedPayment(filtered, linkBody({ currency: 'JPY' }));
  }, START_MS);

  async function find(query: Readonly<Record<string, string>>): Promise<string[]> {
    const { status, body } = await filtered.send<ListPaymentsResponse>(
      `GET /payments?${queryOf(query)}`,
    );
    expect(status).toBe(200);
    expect(body.total_payments).toBe(body.payments.length);
    return body.payments.map(({ payment_id }) => payment_id);
  }

  it('return the matching payments, newest first', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const cases: [Readonly<Record<string, string>>, string[]][] = [
      [{}, [yen, open, paid]],
      [{ statuses: 'EXECUTED' }, [paid]],
      [{ statuses: 'EXECUTED,AUTHORIZATION_REQUIRED' }, [yen, open, paid]],
      [{ statuses: 'FAILED' }, []],
      [{ 'statuses[]': 'EXECUTED' }, [paid]],
      [{ 'statuses[0]': 'EXECUTED', 'statuses[1]': 'FAILED' }, [paid]],
      [{ statuses: '', user_id: '', date_to: '', limit: '' }, [yen, open, paid]],
      [{ currencies: 'JPY' }, [yen]],
      [{ currencies: 'JPY,HKD' }, [yen, open, paid]],
      [{ currency: 'JPY' }, [yen]],
      [{ sender_type: 'BUSINESS' }, [paid]],
      [{ sender_type: 'INDIVIDUAL', currencies: 'HKD' }, [open]],
      [{ user_id: userId }, [paid]],
      [{ user_id: 'nobody' }, []],
      [{ payment_types: 'CARD' }, [yen, open, paid]],
      [{ payment_types: 'MANDATE,MANUAL' }, []],
      [{ payment_type: 'WALLET' }, []],
      [{ mandate_id: 'm' }, []],
      [{ institution_id: 'testbank' }, []],
      [{ date_from: today, date_to: today }, [yen, open, paid]],
      [{ date_to: yesterday }, []],
      [{ date_from: today, statuses: 'EXECUTED', sender_type: 'BUSINESS' }, [paid]],
    ];
    for (const [query, expected] of cases)
      expect([query, await find(query)]).toEqual([query, expected]);
  });

  it('are refused with the parameter named', async () => {
    const wrong: [Readonly<Record<string, string>>, string][] = [
      [{ statuses: 'EXECUTED,DONE' }, 'statuses'],
      [{ date_from: '2026-02-30' }, 'date_from'],
      [{ date_to: 'yesterday' }, 'date_to'],
      [{ date_from: '2026-03-02', date_to: '2026-03-01' }, 'date_to must not be before date_from'],
      [{ status: 'EXECUTED' }, 'status'],
      [{ external_user_id: 'customer-42' }, 'external_user_id'],
      [{ sender_type: 'ROBOT' }, 'sender_type'],
      [{ currencies: 'HKD,QQQ' }, 'currencies'],
      [{ payment_types: 'CASH' }, 'payment_types'],
      [{ limit: '1001' }, 'limit'],
      [{ offset: '-1' }, 'offset'],
      [{ after: 'x', offset: '1' }, 'after'],
    ];
    for (const [query, named] of wrong) {
      const { status, body } = await filtered.send<{ error: { details: string } }>(
        `GET /payments?${queryOf(query)}`,
      );
      expect([query, status, body.error.details.startsWith(named)]).toEqual([query, 400, true]);
    }
  });
});

describe('settlement accounts', () => {
  it('are listed with how they take payments', async () => {
    const seller = await service.customerApp([]);
    const id = await seller.settlementAccount('KWD', { legal_entity_name: 'Harbour Books Ltd' });
    await seller.settlementAccount('JPY');
    const list = (query: string) =>
      seller.send<ListPaymentAccountsResponse>(`GET /payment_accounts?${query}`);
    const { body } = await list('currencies=KWD,USD&account_type=SETTLEMENT_ACCOUNT');
    expect(body.total).toBe(1);
    expect(body.payment_accounts).toMatchObject([
      {
        account_id: id,
        account_type: 'SETTLEMENT_ACCOUNT',
        customer_app_id: seller.id,
        legal_entity_name: 'Harbour Books Ltd',
        business_units: ['KWD'],
        currencies: ['KWD'],
        payment_method_overview: {
          live_mode: false,
          payment_method_type: 'CARD',
          external_gateway: 'GW1',
          supported_currencies: ['KWD'],
        },
      },
    ]);
    expect((await list('account_type=EXTERNAL_ACCOUNT')).body).toMatchObject({ total: 0 });
  });

  it('are changed under their reference, and every change is audited', async () => {
    const seller = await service.customerApp([]);
    const id = await seller.settlementAccount('HKD', { opening_balance: 1_000_000 });
    const again = await seller.settlementAccount('HKD', {
      currencies: ['HKD', 'JPY'],
      opening_balance: 1_000_000,
    });
    expect(again).toBe(id);
    const audit = await seller.rows(
      `SELECT action, actor, configuration->'currencies' AS currencies
       FROM settlement_account_audit ORDER BY occurred_at, audit_id`,
    );
    expect(audit).toMatchObject([
      { action: 'CREATE', actor: 'test', currencies: ['HKD'] },
      { action: 'UPDATE', actor: 'test', currencies: ['HKD', 'JPY'] },
    ]);
    const openings = await seller.rows(
      `SELECT amount, currency FROM ledger_transfers WHERE kind = 'OPENING_BALANCE'`,
    );
    expect(openings).toEqual([{ amount: 1_000_000, currency: 'HKD' }]);
  });

  it('have no opening balance in a live app', async () => {
    const live = await service.customerApp([], 'LIVE');
    await expect(live.settlementAccount('HKD', { opening_balance: 1 })).rejects.toThrow('400');
  });

  it('are opened by the gateway only', async () => {
    const claims = operatorClaims('payment-link', { role: 'admin', purpose: 'act' });
    const token = await app.sign({ ...claims, sub: 'mandate' });
    const answer = await fetch(`${service.internalUrl}/internal/settlement_accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(403);
    const onPublicPort = await app.send<object>('POST /internal/settlement_accounts', {});
    expect(onPublicPort.status).toBe(404);
  });
});

describe('payment methods of a user', () => {
  it('are listed newest first, in every status, one-time cards left out', async () => {
    const sender = { external_user_id: 'lister', name: 'Ada' };
    const first = await Payer.of(app, nobody, setupBody({ sender }));
    const { body: selected } = await first.select();
    await first.submitToken(selected.attempt_id, { token: 'tok', last4: '4242' });
    const second = await Payer.of(app, nobody, setupBody({ sender }));
    await second.select();
    await paidPayment(app, linkBody({ sender }));
    const userId = (await first.readLink()).sender?.user_id;
    const { body } = await app.send<{ payment_methods: { card: { status: string } }[] }>(
      `GET /payment_users/${userId}/payment_methods`,
    );
    expect(body.payment_methods.map(({ card }) => card.status)).toEqual(['CREATED', 'SUCCEEDED']);
  });

  it('that pay once are shown in their payment alone', async () => {
    const { body } = await app.send<PaymentResponse>(`GET /payments/${await paidPayment(app)}`);
    expect(body.payment_method).toMatchObject({ card: { card_details: { last4: '4242' } } });
    expect(body.payment_method_id).toBeUndefined();
    const listed = await app.send<{ payment_methods: object[] }>(
      `GET /payment_users/${body.sender?.user_id}/payment_methods`,
    );
    expect(listed.body.payment_methods).toEqual([]);
  });
});

describe('the metadata of a payment', () => {
  const update = (id: string, body: object) =>
    app.send<PaymentResponse>(`POST /payments/${id}`, body);
  const events = (id: string) =>
    app.rows(`SELECT event_name FROM outbox WHERE message_key = $1`, [id]);

  it('is replaced as a whole, kept when absent, and emptied by null', async () => {
    const id = await paidPayment(app);
    const before = (await app.send<PaymentResponse>(`GET /payments/${id}`)).body;
    const published = await events(id);
    expect(before.metadata).toEqual({ invoice: '1' });
    const { body } = await update(id, { metadata: { note: 'a' }, unknown: 1 });
    expect(body).toEqual({ ...before, metadata: { note: 'a' } });
    expect((await update(id, {})).body).toEqual(body);
    expect((await update(id, { metadata: null })).body.metadata).toBeUndefined();
    expect(await events(id)).toEqual(published);
  });
});

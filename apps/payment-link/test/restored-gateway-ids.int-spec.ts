/** @proves promise-15 */
import { jest } from '@jest/globals';
import { newId, type PaymentId } from '@towpath/kernel';
import { GapService } from '@towpath/reconciliation';
import pg from 'pg';
import { CardGatewayRegistry, type CardReference } from '../src/cards/card-gateways/ports.js';
import { CardPaymentsReads } from '../src/processes/reconciliation/card-payments.reads.js';
import { tamper } from './books.fixture.js';
import { CARDS, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { PreparingGateway } from './preparing-gateway.fixture.js';
import { ProcessorApp, ProcessorGateway } from './processor-gateway.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';

// A gateway that knows a payment by its own ID alone, and books that were restored to before it.
let service: TestPaymentLink;
let admin: pg.Client;
let app: TestCustomerApp;
let gateway: PreparingGateway;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
}, START_MS);
afterAll(async () => {
  await admin?.end();
  await service?.end();
});
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
  gateway = new PreparingGateway(app.id);
  const registry = service.app.get(CardGatewayRegistry);
  jest.spyOn(registry, 'find').mockReturnValue(gateway);
  jest.spyOn(registry, 'all').mockReturnValue([gateway]);
});
afterEach(() => jest.restoreAllMocks());

async function pay() {
  const payer = await Payer.of(app, {} as TestSandbox);
  const { body } = await payer.select();
  const card = { token: gateway.tokenize(CARDS.good), last4: '4242' };
  await payer.submitToken(body.attempt_id, card);
  const { payment } = await payer.readLink();
  expect(payment?.status).toBe('EXECUTED');
  return { payer, paymentId: payment?.payment_id ?? '', reference: body.attempt_id };
}

/** The books before the payment had its outcome: the money and the ID of the gateway are lost. */
async function restore(status: 'FAILED' | 'SELECTED'): Promise<void> {
  const [attempt, payment, link] =
    status === 'FAILED'
      ? ['follow_up_at = NULL', 'FAILED', 'NULL']
      : ['submitted_at = NULL, card = NULL', 'AUTHORIZATION_REQUIRED', 'a.attempt_id'];
  const changes = [
    'DELETE FROM ledger_transfers WHERE customer_app_id = $1',
    `UPDATE payments SET status = '${payment}' WHERE customer_app_id = $1`,
    `UPDATE payment_attempts SET status = '${status}', gateway_reference = NULL, ${attempt}
     WHERE customer_app_id = $1`,
    `UPDATE payment_links l SET status = 'CREATED', open_attempt_id = ${link}
     FROM payment_attempts a WHERE l.customer_app_id = $1 AND a.customer_app_id = $1`,
  ];
  for (const sql of changes) await tamper(admin, sql, [app.id]);
}

/** As the operator's command "restore resolve" does, and what became due by it. */
async function resolve(giveBack: boolean) {
  const gap = service.app.get(GapService, { strict: false });
  const found = await gap.compare({ customerAppId: app.id, since: new Date(0), giveBack });
  await service.dueJobs.runFor(app.id);
  return found;
}

const ledger = async () => {
  const rows = await app.rows<{ text: string }>(
    `SELECT kind || ' ' || amount AS text FROM ledger_transfers ORDER BY ledger_transfer_id`,
  );
  return rows.map(({ text }) => text);
};

describe('restored books ask a gateway by the ID that its settlement names', () => {
  it('about a payment that they hold as failed, which is executed again', async () => {
    const { payer } = await pay();
    await restore('FAILED');
    await resolve(false);
    expect((await payer.readLink()).status).toBe('PAID');
    expect(await ledger()).toEqual(['PAYMENT 12500']);
  });

  it('about a card that was never submitted: its money goes back, and the link can be paid', async () => {
    const { payer, reference } = await pay();
    await restore('SELECTED');
    await resolve(false);
    const [intent] = gateway.ofReference(reference);
    expect([intent?.status, intent?.entries.length]).toEqual(['REFUNDED', 2]);
    expect(await ledger()).toEqual(['UNEXPECTED_RECEIPT 12500', 'UNEXPECTED_RETURN 12500']);
    expect((await payer.readLink()).status).toBe('CREATED');
  });

  it('for the money of a payment that they do not have, which goes back once', async () => {
    await expectReturn();
  });

  it('for such money that the gateway keeps until its own payout', async () => {
    jest.restoreAllMocks();
    const keeping = new ProcessorGateway();
    keeping.connectTo(service);
    gateway = keeping;
    ({ app } = await ProcessorApp.of(service, keeping));
    await expectReturn();
  });
});

it('a payment is compared with the settlement of its own connector alone', async () => {
  const { paymentId } = await pay();
  const books = service.app.get(CardPaymentsReads, { strict: false });
  const heldAt = (connector: string) =>
    service.transactions.forApp(app.id, async (tx) => {
      await tx.begun;
      const place = {
        appType: 'TEST',
        integrationId: 'GW1',
        connector,
        settles: 'at_once',
      } as const;
      return (await books.booksOf(tx, place, [paymentId])).size;
    });
  expect([await heldAt('sandbox'), await heldAt('acme')]).toEqual([1, 0]);
});

/** Money that our books do not know goes back once, however often that is asked for. */
async function expectReturn(): Promise<void> {
  const reference = newId(new Date());
  const request = { ...unknownCharge(reference), gatewayReference: null };
  const gatewayReference = await gateway.prepare(request);
  await gateway.authorize({ ...request, gatewayReference });
  await gateway.capture({ ...request, gatewayReference });
  await resolve(true);
  await resolve(true);
  const [intent] = gateway.ofReference(reference);
  expect(intent?.refunds).toEqual(new Map([[`back-${reference}`, 700]]));
}

/** Of 7.00, by a card that the payer typed. */
function unknownCharge(reference: string) {
  const key: Omit<CardReference, 'gatewayReference'> = {
    reference,
    customerAppId: app.id,
    gatewayAccount: null,
    recurringPaymentMode: null,
  };
  return {
    ...key,
    paymentId: newId<PaymentId>(new Date()),
    payer: { key: 'USER', email: null, name: null, address: null, browser: null },
    merchantAccount: 'ACCOUNT',
    merchantName: 'Harbour Books',
    amount: 700,
    currency: 'HKD',
    source: { kind: 'TOKEN', token: gateway.tokenize(CARDS.good) },
    payerPresent: true,
    store: false,
    purpose: 'PAYMENT',
    returnUrl: null,
    language: 'en',
  } as const;
}

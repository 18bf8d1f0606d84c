/** @proves getTestProcessorLedger */
import type { ProcessorLedgerResponse } from '@towpath/contracts';
import { CARDS, linkBody, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
let service: TestPaymentLink;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());

const ledgerOf = (app: TestCustomerApp) =>
  app.send<ProcessorLedgerResponse>('GET /testing/processor_ledger');

describe('the processor ledger of a test app', () => {
  it('shows what was taken for each payment, and nothing for a declined card', async () => {
    const app = await service.customerApp(['HKD', 'JPY']);
    const paid = await Payer.of(app, sandbox);
    await paid.pay(CARDS.good);
    const inYen = await Payer.of(app, sandbox, linkBody({ currency: 'JPY', amount: 900 }));
    await inYen.pay(CARDS.good);
    const declined = await Payer.of(app, sandbox);
    await declined.pay(CARDS.declined);
    const { status, body } = await ledgerOf(app);
    expect(status).toBe(200);
    const taken = { gateway: 'GW1', refunded: 0, captures: 1 };
    const [first, second] = [(await paid.readLink()).payment, (await inYen.readLink()).payment];
    expect(body.payments).toEqual([
      {
        ...taken,
        payment_id: first?.payment_id,
        currency: 'HKD',
        charged: 12_500,
        references: [expect.any(String)],
      },
      {
        ...taken,
        payment_id: second?.payment_id,
        currency: 'JPY',
        charged: 900,
        references: [expect.any(String)],
      },
    ]);
  });

  it('never shows entries of another app', async () => {
    const [payer, stranger] = [
      await service.customerApp(['HKD']),
      await service.customerApp(['HKD']),
    ];
    await (await Payer.of(payer, sandbox)).pay(CARDS.good);
    expect((await ledgerOf(payer)).body.payments).toHaveLength(1);
    expect((await ledgerOf(stranger)).body).toEqual({ payments: [] });
  });

  it(
    'answers 503 with the envelope while the processors are away',
    async () => {
      const lonely = await TestPaymentLink.start({ sandboxUrl: 'http://127.0.0.1:1' });
      try {
        const { status, headers, body } = await ledgerOf(await lonely.customerApp(['HKD']));
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toBe('1');
        expect(body).toMatchObject({ error: { error_code: 'SERVICE_UNAVAILABLE' } });
      } finally {
        await lonely.end();
      }
    },
    START_MS,
  );
});

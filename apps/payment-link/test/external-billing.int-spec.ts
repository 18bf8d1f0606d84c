import type { BillWithPaymentsResponse, ListBillsResponse } from '@towpath/contracts/payment-link';
import { ConnectorClient } from '@towpath/http';
import { newId, type Id } from '@towpath/kernel';
import { BillingUnavailable, BillingRegistry } from '../src/money/bill-sources/ports.js';
import { ExtBilling } from '../src/money/bill-sources/sandbox/ext-billing.js';
import type { SourceBill } from '../src/money/bills/bills.service.js';
import { billBody } from './bills.fixture.js';
import { describeBillingConnector } from './describe-billing-connector.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { GATEWAY_SECRET, START_MS, TestSandbox } from './sandbox.fixture.js';

const MINUTE_MS = 60_000;

let sandbox: TestSandbox;
let service: TestPaymentLink;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());

const system = () =>
  service.app.get(BillingRegistry).of({ appType: 'TEST', integrationId: 'EXT' }) as ExtBilling;

describe('bills of an external billing system', () => {
  let app: TestCustomerApp;
  beforeEach(async () => {
    app = await service.customerApp(['HKD']);
    await advance(0);
  });
  const advance = async (ms: number) => {
    await app.moveClock(ms);
    await service.dueJobs.runFor(app.id);
  };
  const bills = async () => (await app.send<ListBillsResponse>('GET /bills')).body.bills;
  const statuses = async () =>
    (await bills()).map(({ external_bill_id, status }) => [external_bill_id, status]);
  let count = 0;
  const written = async (members: Partial<SourceBill> = {}): Promise<SourceBill> => {
    count += 1;
    const bill: SourceBill = {
      integrationId: 'EXT',
      externalBillId: `bill-${count}`,
      isWithdrawn: false,
      sender: { externalUserId: 'tenant', name: 'Chan Tai Man', email: null },
      referenceId: `REF-${count}`,
      amount: 12_500,
      currency: 'HKD',
      description: 'Rent',
      billDate: null,
      dueDate: null,
      isAutopayEligible: false,
      extMetadata: null,
      metadata: null,
      ...members,
    };
    await system().put(app.id, bill);
    return bill;
  };

  it('arrive, change and are withdrawn by themselves, within a quarter of an hour', async () => {
    const bill = await written();
    expect(await bills()).toEqual([]);
    await advance(16 * MINUTE_MS);
    expect(await bills()).toMatchObject([
      { external_bill_id: bill.externalBillId, external_user_id: 'tenant', status: 'UNPAID' },
    ]);
    await system().put(app.id, { ...bill, amount: 99 });
    await advance(32 * MINUTE_MS);
    expect((await bills())[0]?.details.total_amount_due).toBe(99);
    await system().put(app.id, { ...bill, isWithdrawn: true });
    await advance(48 * MINUTE_MS);
    expect(await statuses()).toEqual([[bill.externalBillId, 'CANCELLED']]);
  });

  it('that cannot be taken in hold up no others, and are not read again', async () => {
    const first = await written();
    await written({ referenceId: first.referenceId });
    const last = await written();
    await advance(16 * MINUTE_MS);
    expect((await statuses()).toSorted()).toEqual([
      [first.externalBillId, 'UNPAID'],
      [last.externalBillId, 'UNPAID'],
    ]);
    const read = `SELECT read_until FROM bill_sources`;
    expect(await app.rows(read)).toEqual([{ read_until: '3' }]);
  });

  it('are read from where a process died', async () => {
    const bill = await written();
    await advance(16 * MINUTE_MS);
    await app.rows(`UPDATE bill_sources SET read_until = NULL RETURNING 1`);
    await advance(32 * MINUTE_MS);
    expect(await statuses()).toEqual([[bill.externalBillId, 'UNPAID']]);
    const changes = `SELECT 1 FROM bill_state_changes`;
    expect(await app.rows(changes)).toHaveLength(1);
  });

  it('are those of the testing operation too, which reads them back at once', async () => {
    const body = { ...billBody(), external_bill_id: newId<Id<'Bill'>>(new Date()) };
    const { body: arrived } = await app.send<BillWithPaymentsResponse>('POST /testing/bills', body);
    const source = service.app.get(BillingRegistry).of({ appType: 'TEST', integrationId: 'EXT' });
    const key = { customerAppId: app.id, externalBillId: body.external_bill_id };
    expect(await source?.find(key)).toMatchObject({
      referenceId: arrived.details.bill_reference_id,
    });
    await advance(16 * MINUTE_MS);
    expect(await bills()).toMatchObject([
      { bill_id: arrived.bill_id, updated_at: arrived.updated_at },
    ]);
  });
});

describe('the connector of the simulated billing system', () => {
  const http = new ConnectorClient({
    baseUrl: 'http://127.0.0.1:9',
    secret: GATEWAY_SECRET,
    silence: (reason) => new BillingUnavailable('EXT', reason),
  });
  afterAll(() => http.close());
  describeBillingConnector('EXT', () => {
    const connector = service.app
      .get(BillingRegistry)
      .of({ appType: 'TEST', integrationId: 'EXT' });
    if (!connector) throw new Error('EXT is not connected');
    return {
      connector,
      write: (customerAppId, bill) => system().put(customerAppId, bill),
      away: new ExtBilling(http),
    };
  });
});

import { jest } from '@jest/globals';
import { newId } from '@towpath/kernel';
import { requestContext } from '@towpath/observability';
import pg from 'pg';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';

let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  app = await service.customerApp(['HKD']);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => service?.end());

/** From the controller to BEGIN, and to the first statement about rows. */
const MAX_CALLS = 5;
/** The key of a request is read before its rows. */
const MAX_CALLS_WITH_KEY = 6;
const OWN = /\/(apps|libs)\/[^ ]+\/src\//;

interface Sent {
  readonly sql: string;
  /** Of our own code, from the controller on, the innermost first. */
  readonly calls: readonly string[];
}

/** The statements of a request in their order. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = Infinity;
    const lines = new Error().stack?.split('\n') ?? [];
    Error.stackTraceLimit = limit;
    const asked = args[0] as string | { readonly text: string };
    const sql = typeof asked === 'string' ? asked : asked.text;
    if (requestContext.current()) sent.push({ sql, calls: lines.filter((each) => OWN.test(each)) });
    return original.apply(this, args);
  } as never);
  await work();
  return sent;
}

const unknownId = () => newId(new Date());
const requests = [
  {
    route: 'POST /payment_links',
    body: {
      mode: 'PAYMENT',
      currency: 'HKD',
      amount: 12_500,
      unique_reference_id: 'order-1',
      sender: { external_user_id: 'payer-1', name: 'Chan Tai Man', email: 'tm@example.com' },
      payment_details: { description: 'Rent', external_transaction_reference: 'INV-1' },
    },
  },
  { route: `GET /bills/${unknownId()}` },
  {
    route: 'POST /payments',
    body: {
      amount: 9_900,
      currency: 'HKD',
      payment_method_id: unknownId(),
      payment_details: { description: 'Rent', external_transaction_reference: 'INV-9' },
    },
    headers: { 'idempotency-key': 'a' },
  },
];

it.each(requests)('$route reaches PostgreSQL within five calls of own code', async (request) => {
  const statements = await statementsOf(() =>
    send(service.publicUrl, { ...request, token: app.token }),
  );
  const begin = statements.find(({ sql }) => sql.startsWith('BEGIN'));
  expect(begin?.calls.length).toBeLessThanOrEqual(MAX_CALLS);
  const first = statements.find(({ sql }) => !/^BEGIN|customer_app_views/.test(sql));
  const most = request.headers ? MAX_CALLS_WITH_KEY : MAX_CALLS;
  expect(first?.calls.length).toBeLessThanOrEqual(most);
});

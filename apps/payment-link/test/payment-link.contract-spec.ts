import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type Answer, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

type Json = Readonly<Record<string, unknown>>;

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

/** Every member must be documented: an object with listed members takes no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  );
  const isObject = 'properties' in members && !('additionalProperties' in members);
  return isObject ? { ...members, additionalProperties: false } : members;
}

function compiler(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The package's own types describe its CommonJS form only.
  (addFormats as unknown as { default: (ajv: Ajv2020) => void } & ((ajv: Ajv2020) => void))(ajv);
  return ajv;
}

function faults(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const document = closed(
  JSON.parse(readFileSync('docs/generated/openapi/payment-link.json', 'utf8')),
) as { readonly paths: Record<string, Record<string, Json>>; readonly components: Json };

/** The schema of an operation's answer, by its status. */
function answerSchema(operation: string, status: number): ValidateFunction {
  const found = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .find(({ operationId }) => operationId === operation);
  const responses = found?.['responses'] as Record<string, { content?: Json }> | undefined;
  const content = responses?.[String(status)]?.content?.['application/json'] as
    { schema: Json } | undefined;
  if (!content) throw new Error(`${operation} documents no answer ${status}`);
  return compiler().compile({ ...content.schema, components: document.components });
}

function expectDocumented(operation: string, answer: Answer<unknown>): void {
  const found = faults(answerSchema(operation, answer.status), answer.body);
  expect([operation, answer.status, found]).toEqual([operation, answer.status, []]);
}

const nobody = {} as TestSandbox;

async function paying(body: object, status: string): Promise<Payer> {
  const payer = await Payer.of(app, nobody, body);
  const selected = await payer.select();
  expectDocumented('selectHostedPaymentMethod', selected);
  const release = gateway.hold('authorize');
  const submitted = payer.submitToken(selected.body.attempt_id, { token: 't', last4: '4242' });
  while (!gateway.books.has(selected.body.attempt_id)) await payer.view();
  gateway.book(selected.body.attempt_id).status = status;
  release();
  expectDocumented('submitHostedCard', await submitted);
  expectDocumented('getHostedPaymentView', await payer.call('GET /view'));
  expectDocumented('listHostedPaymentMethods', await payer.call('GET /available_payment_methods'));
  return payer;
}

describe('answers', () => {
  it('are as the OpenAPI document says, member by member', async () => {
    const user = await app.send<{ user_id: string }>('POST /payment_users', {
      name: 'Ada',
      external_user_id: 'ada',
      email: 'ada@example.com',
      user_type: 'BUSINESS',
      user_details: [{ details_type: 'PASSPORT', values: ['K1'] }],
      metadata: { a: '1' },
    });
    expectDocumented('createPaymentUser', user);
    const userRoute = `/payment_users/${user.body.user_id}`;
    expectDocumented('getPaymentUser', await app.send(`GET ${userRoute}`));
    expectDocumented('updatePaymentUser', await app.send(`POST ${userRoute}`, { email: null }));
    expectDocumented('getPaymentUser', await app.send('GET /payment_users/nobody'));
    const account = await app.send('POST /payment_accounts', {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: 'Ada',
      institution_id: 'testbank',
      user_id: user.body.user_id,
      account_number: { type: 'LOCAL', number: '012-345678-833' },
      currencies: ['HKD'],
      metadata: { a: '1' },
    });
    expectDocumented('createPaymentAccount', account);
    expectDocumented('createPaymentAccount', await app.send('POST /payment_accounts', {}));
    expectDocumented('listPaymentAccounts', await app.send(`GET ${userRoute}/payment_accounts`));
    expectDocumented('deletePaymentAccount', await app.send('DELETE /payment_accounts/none'));
    expectDocumented(
      'listPaymentAccountsWithEnrichedData',
      await app.send('GET /payment_accounts?limit=1'),
    );
    const sender = { external_user_id: 'ada', name: 'Ada' };
    const storing = { sender, payment_setup_options: { future_payments: 'AUTOPAY' } };
    const paid = await paying(linkBody(storing), 'authorized');
    const declined = await paying(setupBody({ sender }), 'declined');
    for (const payer of [paid, declined]) {
      const link = await app.send<{ payment?: { payment_id: string } }>(
        `GET /payment_links/${payer.linkId}`,
      );
      expectDocumented('GetPaymentLink', link);
    }
    const { payment, payment_method: method } = await paid.readLink();
    expectDocumented('getPayment', await app.send(`GET /payments/${payment?.payment_id}`));
    expectDocumented('listPayments', await app.send('GET /payments?limit=1'));
    expectDocumented('listPaymentMethods', await app.send(`GET ${userRoute}/payment_methods`));
    await app.send(`POST ${userRoute}`, { autopay_consent: true });
    const charge = {
      amount: 100,
      currency: 'HKD',
      payment_method_id: method?.payment_method_id,
      payment_details: { description: 'Rent' },
    };
    expectDocumented('createPayment', await app.send('POST /payments', charge));
    expectDocumented('createPayment', await app.send('POST /payments', { ...charge, amount: 0 }));
    const methodRoute = `/payment_methods/${method?.payment_method_id}`;
    expectDocumented('getPaymentMethod', await app.send(`GET ${methodRoute}`));
    expectDocumented('cancelPaymentMethod', await app.send(`POST ${methodRoute}/cancel`));
    expectDocumented('cancelPaymentMethod', await app.send(`POST ${methodRoute}/cancel`));
    const created = await app.send<{ payment_link_id: string }>('POST /payment_links', linkBody());
    expectDocumented('CreatePaymentLink', created);
    const cancel = `POST /payment_links/${created.body.payment_link_id}/cancel`;
    expectDocumented('CancelPaymentLink', await app.send(cancel));
    expectDocumented('CancelPaymentLink', await app.send(cancel));
  });

  it('would be caught with a member that is not documented, or without one that is', () => {
    const schema = answerSchema('getPaymentUser', 200);
    const user = { user_id: '01JQ000000000000000000VSER', autopay_consent: false };
    expect(faults(schema, user)).toEqual([]);
    expect(faults(schema, { ...user, password: 'x' })).not.toEqual([]);
    expect(faults(schema, { user_id: user.user_id })).not.toEqual([]);
  });
});

describe('events', () => {
  it('are as their published schemas say, field by field', async () => {
    const schemas = new Map(
      readdirSync('docs/generated/events').map((file) => {
        const schema = JSON.parse(readFileSync(`docs/generated/events/${file}`, 'utf8')) as Json;
        return [file.replace('.v1.schema.json', ''), compiler().compile(closed(schema) as Json)];
      }),
    );
    const rows = await app.rows<{ event_name: string; payload: Json }>(
      `SELECT event_name, payload FROM outbox`,
    );
    const seen = new Set(rows.map(({ event_name }) => event_name));
    expect(seen.size).toBeGreaterThan(10);
    for (const { event_name, payload } of rows) {
      const schema = schemas.get(event_name);
      expect([event_name, schema ? faults(schema, payload) : ['no schema']]).toEqual([
        event_name,
        [],
      ]);
    }
  });
});

import { operationById, type ErrorEnvelope, type TokenUse } from '@towpath/contracts';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';

let service: TestPaymentLink;
let app: TestCustomerApp;
let payer: Payer;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  app = await service.customerApp(['HKD']);
  payer = await Payer.of(app, {} as TestSandbox);
}, START_MS);
afterAll(() => service?.end());

const long = (length: number): string => 'x'.repeat(length);
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key-${i}`, 'v']));
const HUGE = JSON.stringify({ name: long(1_100_000) });

/** Broken member → what the answer must name. */
type Case = readonly [string, object | string, string];

const user = { name: 'Ada', external_user_id: 'bad-input' };
const createUser: Case[] = [
  ['a list', [] as unknown as object, 'body'],
  ['no name', { ...user, name: undefined }, 'name'],
  ['a numeric name', { ...user, name: 1 }, 'name'],
  ['a name of 101 characters', { ...user, name: long(101) }, 'name'],
  ['NUL in the name', { ...user, name: 'A\u0000' }, 'name'],
  ['a lone surrogate', { ...user, name: '\ud800' }, 'name'],
  ['no external ID', { ...user, external_user_id: null }, 'external_user_id'],
  ['a long external ID', { ...user, external_user_id: long(101) }, 'external_user_id'],
  ['another user type', { ...user, user_type: 'ROBOT' }, 'user_type'],
  ['an e-mail of 257 characters', { ...user, email: long(257) }, 'email'],
  ['a textual consent', { ...user, autopay_consent: 'true' }, 'autopay_consent'],
  ['metadata with numbers', { ...user, metadata: { a: 1 } }, 'metadata'],
  ['metadata of 21 pairs', { ...user, metadata: pairs(21) }, 'metadata'],
  ['a metadata value of 1001', { ...user, metadata: { a: long(1001) } }, 'metadata'],
  [
    '11 detail values',
    { ...user, user_details: [{ values: Array(11).fill('v') }] },
    'user_details',
  ],
  ['no detail values', { ...user, user_details: [{ values: [] }] }, 'user_details'],
  ['another detail type', { ...user, user_details: [{ details_type: 'X' }] }, 'user_details'],
  [
    'another integration',
    { ...user, integration_metadata: { integration_id: 'GW1' } },
    'integration_metadata',
  ],
];

const page = (members: object) => linkBody({ link_customizations: members });
const options = (members: object) => setupBody({ payment_setup_options: members });
const sender = { external_user_id: 'a', name: 'A' };
const createLink: Case[] = [
  ['another mode', linkBody({ mode: 'PAY' }), 'mode'],
  ['no mode', linkBody({ mode: undefined }), 'mode'],
  ['no currency', linkBody({ currency: undefined }), 'currency'],
  ['a short currency', linkBody({ currency: 'HK' }), 'currency'],
  ['a currency that does not exist', linkBody({ currency: 'XYZ' }), 'currency'],
  ['no amount', linkBody({ amount: undefined }), 'amount'],
  ['amount 0', linkBody({ amount: 0 }), 'amount'],
  ['a negative amount', linkBody({ amount: -1 }), 'amount'],
  ['a fraction', linkBody({ amount: 1.5 }), 'amount'],
  ['a textual amount', linkBody({ amount: '100' }), 'amount'],
  ['an amount that is not exact', linkBody({ amount: 2 ** 53 }), 'amount'],
  ['an amount in SETUP', setupBody({ amount: 1 }), 'amount'],
  ['no reference', linkBody({ unique_reference_id: undefined }), 'unique_reference_id'],
  ['an empty reference', linkBody({ unique_reference_id: '' }), 'unique_reference_id'],
  ['a reference of 256', linkBody({ unique_reference_id: long(256) }), 'unique_reference_id'],
  ['no sender', linkBody({ sender: undefined }), 'sender'],
  ['a textual sender', linkBody({ sender: 'me' }), 'sender'],
  [
    'an empty sender ID',
    linkBody({ sender: { ...sender, external_user_id: '' } }),
    'sender.external',
  ],
  ['an empty sender name', linkBody({ sender: { ...sender, name: '' } }), 'sender.name'],
  ['a wrong e-mail', linkBody({ sender: { ...sender, email: 'nobody' } }), 'sender.email'],
  ['no payment details', linkBody({ payment_details: undefined }), 'payment_details'],
  [
    'no description',
    linkBody({ payment_details: { external_transaction_reference: 'x' } }),
    'payment_details.description',
  ],
  [
    'a description of 101',
    linkBody({
      payment_details: { description: long(101), external_transaction_reference: 'x' },
    }),
    'payment_details.description',
  ],
  [
    'a reference of 36',
    linkBody({
      payment_details: { description: 'x', external_transaction_reference: long(36) },
    }),
    'payment_details.external_transaction_reference',
  ],
  ['another language', page({ language: 'fr' }), 'link_customizations.language'],
  ['another UI mode', page({ ui_mode: 'popup' }), 'link_customizations.ui_mode'],
  ['redirect without URI', page({ ui_mode: 'redirect' }), 'link_customizations.redirect_uri'],
  ['a relative URI', page({ redirect_uri: '/back' }), 'link_customizations.redirect_uri'],
  ['plain http', page({ redirect_uri: 'http://a.example' }), 'link_customizations.redirect_uri'],
  ['a script', page({ redirect_uri: 'javascript:alert(1)' }), 'link_customizations.redirect_uri'],
  ['no setup options', setupBody({ payment_setup_options: undefined }), 'payment_setup_options'],
  ['no future payments', options({}), 'payment_setup_options'],
  ['another future', options({ future_payments: 'LATER' }), 'payment_setup_options.future'],
  [
    'another method type',
    options({ future_payments: 'AUTOPAY', payment_method_types: ['CASH'] }),
    'payment_setup_options.payment_method_types',
  ],
  [
    'an empty business unit',
    options({ future_payments: 'AUTOPAY', recipient_account_filters: { business_unit: '' } }),
    'payment_setup_options.recipient_account_filters.business_unit',
  ],
  [
    'a start in the past',
    options({ future_payments: 'AUTOPAY', mandate_details: { start_date: '2020-01-01' } }),
    'payment_setup_options.mandate_details.start_date',
  ],
  [
    'a date that is none',
    options({ future_payments: 'AUTOPAY', mandate_details: { start_date: '2026-02-30' } }),
    'payment_setup_options.mandate_details.start_date',
  ],
  [
    'a screen without its value',
    options({
      future_payments: 'AUTOPAY',
      autopay_enrollment_configuration: { display_enrollment_screen: true },
    }),
    'payment_setup_options.autopay_enrollment_configuration.enrollment_prefill_value',
  ],
  ['metadata of 21 pairs', linkBody({ metadata: pairs(21) }), 'metadata'],
  ['a metadata key of 51', linkBody({ payment_metadata: { [long(51)]: 'v' } }), 'payment_metadata'],
];

const updateUser: Case[] = [
  ['a textual consent', { autopay_consent: 'yes' }, 'autopay_consent'],
  ['a long e-mail', { email: long(257) }, 'email'],
  ['a wrong time', { next_bill_update: 'tomorrow' }, 'next_bill_update'],
  ['another user type', { user_type: 'ROBOT' }, 'user_type'],
  ['metadata that is a list', { metadata: ['a'] }, 'metadata'],
];

const BODIES: [string, string, Case[]][] = [
  ['createPaymentUser', 'POST /payment_users', createUser],
  ['updatePaymentUser', 'POST /payment_users/01JQ000000000000000000VSER', updateUser],
  ['CreatePaymentLink', 'POST /payment_links', createLink],
];

function expectNamed(
  { status, body }: { status: number; body: ErrorEnvelope },
  named: string,
): void {
  expect({ status, code: body.error?.error_code }).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
  });
  expect(body.error.details).toMatch(new RegExp(`^${named.replaceAll('.', '\\.')}`));
  expect(body.error).toMatchObject({
    type: 'API_ERROR',
    message: expect.any(String) as string,
    request_id: expect.any(String) as string,
  });
}

describe.each(BODIES)('%s', (_operation, route, cases) => {
  it.each(cases)('refuses %s', async (_name, body, named) => {
    expectNamed(await app.send<ErrorEnvelope>(route, body), named);
  });

  it.each([
    ['broken JSON', '{"name":', 400, 'INVALID_REQUEST'],
    ['JSON that is text', '"text"', 400, 'INVALID_REQUEST'],
    ['null', 'null', 400, 'INVALID_REQUEST'],
    ['more than a megabyte', HUGE, 413, 'PAYLOAD_TOO_LARGE'],
  ])('refuses %s', async (_name, body, status, code) => {
    const answer = await app.send<ErrorEnvelope>(route, body);
    expect([answer.status, answer.body.error.error_code]).toEqual([status, code]);
  });

  it('refuses another content type', async () => {
    const { status, body } = await send<ErrorEnvelope>(service.publicUrl, {
      route,
      body: 'name=Ada',
      token: app.token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([status, body.error.error_code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('limits, met exactly', () => {
  it('are accepted', async () => {
    const { status } = await app.send('POST /payment_links', {
      ...linkBody({
        amount: 1,
        unique_reference_id: long(255),
        metadata: { ...pairs(19), [long(50)]: long(1000) },
        payment_details: { description: long(100), external_transaction_reference: long(35) },
      }),
      unknown_member: { ignored: true },
    });
    expect(status).toBe(200);
    const created = await app.send('POST /payment_users', {
      name: long(100),
      external_user_id: long(100),
      email: `${'e'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(3)}com`,
      user_details: [{ details_type: 'PASSPORT', values: Array(10).fill('v') }],
    });
    expect(created.status).toBe(200);
  });
});

describe('the hosted page', () => {
  const card = { token: 't', brand: 'Visa', last4: '4242', expiry_month: 1, expiry_year: 2060 };
  const attempt = { attempt_id: '01JQ00000000000000000ATTPT', card };
  const cases: [string, Case][] = [
    ['POST /select_payment_method', ['no account', { payment_method_type: 'CARD' }, 'payment_acc']],
    [
      'POST /select_payment_method',
      [
        'another type',
        { payment_account_id: 'a', payment_method_type: 'X' },
        'payment_method_type',
      ],
    ],
    [
      'POST /select_payment_method',
      [
        'a foreign account',
        { payment_account_id: 'a', payment_method_type: 'CARD' },
        'payment_acc',
      ],
    ],
    ['POST /submit_card', ['no card', { attempt_id: attempt.attempt_id }, 'card']],
    ['POST /submit_card', ['no ID', { ...attempt, attempt_id: 'x' }, 'attempt_id']],
    [
      'POST /submit_card',
      ['month 13', { ...attempt, card: { ...card, expiry_month: 13 } }, 'card'],
    ],
    ['POST /submit_card', ['5 digits', { ...attempt, card: { ...card, last4: '42424' } }, 'card']],
  ];

  it.each(cases)('%s refuses %j', async (route, [, body, named]) => {
    expectNamed(await payer.call<ErrorEnvelope>(route, body), named);
  });

  it('submits nothing for an attempt of another link', async () => {
    const other = await Payer.of(app, {} as TestSandbox);
    const { body } = await other.select();
    const refused = await payer.call<ErrorEnvelope>('POST /submit_card', { ...body, card });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { error_code: 'PAYMENT_LINK_NOT_FOUND' } },
    });
  });

  it.each(['', 'x', 'a.b.c', `${long(26)}.${long(26)}.x`, '%00'])(
    'opens no session for the token %p',
    async (token) => {
      const { status } = await send(service.publicUrl, {
        route: 'POST /payment_links/hosted/session',
        body: { token },
      });
      expect(status).toBe(400);
    },
  );

  it('opens no session for a token of ours with one character changed', async () => {
    const token = new URL(payer.link.url ?? '').searchParams.get('token') ?? '';
    for (const index of [3, 30, token.length - 5]) {
      const other = token[index] === '0' ? '1' : '0';
      const forged = token.slice(0, index) + other + token.slice(index + 1);
      const { status, body } = await send<ErrorEnvelope>(service.publicUrl, {
        route: 'POST /payment_links/hosted/session',
        body: { token: forged },
      });
      expect([status, body.error.error_code]).toEqual([400, 'PAYMENT_LINK_NOT_FOUND']);
    }
  });
});

const OPERATIONS = [
  'createPaymentUser',
  'getPaymentUser',
  'updatePaymentUser',
  'createPaymentAccount',
  'listPaymentAccountsWithEnrichedData',
  'listPaymentAccounts',
  'deletePaymentAccount',
  'listPaymentMethods',
  'createPaymentMethod',
  'getPaymentMethod',
  'cancelPaymentMethod',
  'CreatePaymentLink',
  'GetPaymentLink',
  'CancelPaymentLink',
  'listPayments',
  'getPayment',
  'getHostedPaymentView',
  'listHostedPaymentMethods',
  'selectHostedPaymentMethod',
  'submitHostedCard',
  'changeHostedPaymentMethod',
].map(operationById);

describe('tokens', () => {
  it.each(OPERATIONS)('$id takes its own kind and scope only', async (operation) => {
    const { method, path, kinds, scope } = operation;
    const route = `${method} ${path.replaceAll(/\{[^}]+\}/g, '01JQ000000000000000000N0NE')}`;
    const ask = (token?: string) =>
      send<ErrorEnvelope>(service.publicUrl, { route, ...(token ? { token } : {}) });
    expect((await ask()).status).toBe(401);
    expect((await ask('nonsense')).status).toBe(401);
    const all = ['customer', 'login_identity', 'mandate_link', 'payment_link'] as TokenUse[];
    for (const kind of all.filter((each) => !kinds.includes(each))) {
      const token = await app.sign({ token_use: kind, scopes: scope ? [scope] : [] });
      const { status, body } = await ask(token);
      expect([kind, status, body.error.error_code]).toEqual([kind, 403, 'INSUFFICIENT_SCOPE']);
    }
    if (scope) expect((await ask(await app.sign({ scopes: ['test'] }))).status).toBe(403);
    const scopes = scope ? [scope] : [];
    const revoked = await app.sign({ token_use: kinds[0] as TokenUse, scopes, gen: 0 });
    expect((await ask(revoked)).status).toBe(401);
  });
});

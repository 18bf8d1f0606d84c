import { jest } from '@jest/globals';
import { ALL_SCOPES } from '@towpath/contracts';
import {
  createSandboxApp,
  sharedSystem,
  type SandboxApp,
  type RunningSystem,
} from '@towpath/local-system';
import { eventually, paymentOrder, signedByGw1 } from '@towpath/testing';
import { readFileSync } from 'node:fs';
import type { OpenApiPart } from './app-descriptions.js';
import { authorizeMandateHosted } from './authorizing-story.fixture.js';
import { readsBooks } from './books-story.fixture.js';
import { disputesPayment } from './disputing-story.fixture.js';
import { DocumentedApi } from './documented-api.fixture.js';
import { linksHosted } from './hosted-linking-story.fixture.js';
import { LinkingStory } from './linking-story.fixture.js';
import { payOut } from './payout-story.fixture.js';
import { transferMoney } from './transfer-story.fixture.js';
import { chargeback, signedNotice } from './signed-call-backs.fixture.js';

jest.setTimeout(300_000);

const FILE = 'docs/generated/openapi/openapi.json';
const CHALLENGED = '4000002500003155';
const CARD = { number: '4242424242424242', expiry_month: 3, expiry_year: 2060, cvc: '123' };

// One story through every operation, in the order in which a caller meets them.
describe('the examples of the OpenAPI document', () => {
  let system: RunningSystem;
  let app: SandboxApp;
  let api: DocumentedApi;
  let token: string;
  let userId: string;
  let chargedMandateId: string;
  beforeAll(async () => {
    system = await sharedSystem();
    app = await createSandboxApp(system, {
      name: 'Shop',
      redirectUris: ['https://shop.example.com/return'],
      currencies: ['HKD'],
      scopes: ALL_SCOPES,
    });
    const document = JSON.parse(readFileSync(FILE, 'utf8')) as OpenApiPart;
    api = new DocumentedApi(system.baseUrl, document);
  });

  const session = async (url: string) => {
    const linkToken = new URL(url).searchParams.get('token') ?? '';
    const opened = await api.execute<{ access_token: string }>('openHostedPaymentSession', {
      instead: { token: linkToken },
    });
    return opened.access_token;
  };
  const cardTokenFor = async (attempt: string, number = CARD.number) => {
    const answer = await fetch(`${system.service('sandbox').url}/gw1/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: attempt, ...CARD, number }),
    });
    return ((await answer.json()) as { token: string }).token;
  };
  /** With more than the example of the document shows. */
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${system.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return answer.json();
  };

  it('exchange credentials for a token, and read and move a test clock', async () => {
    const { client_id, client_secret } = app;
    const granted = await api.execute<{ access_token: string }>('generateCustomerAccessToken', {
      instead: { client_id, client_secret },
    });
    token = granted.access_token;
    await api.execute('getTestClock', { token });
    await api.execute('updateTestClock', { token });
  });

  it('manage payment users and list payment accounts', async () => {
    const user = await api.execute<{ user_id: string }>('createPaymentUser', { token });
    userId = user.user_id;
    const path = { paymentUserId: userId };
    await api.execute('getPaymentUser', { token, path });
    await api.execute('updatePaymentUser', { token, path });
    await api.execute('listPaymentMethods', { token, path });
    const account = await api.execute<{ account_id: string }>('createPaymentAccount', {
      token,
      instead: { user_id: user.user_id },
    });
    await api.execute('listPaymentAccounts', { token, path });
    await api.execute('listPaymentAccountsWithEnrichedData', { token });
    const accountPath = { paymentAccountId: account.account_id };
    await api.execute('deletePaymentAccount', { token, path: accountPath });
  });

  it('list the institutions', async () => {
    await api.execute('listInstitutions', { token });
    await api.execute('getInstitution', { token, path: { institutionId: 'testbank' } });
  });

  it('create and read mandates', async () => {
    const accountId = app.settlement_accounts[0]?.account_id ?? '';
    const mandate = await api.execute<{ mandate_id: string }>('createMandate', {
      token,
      instead: { 'recipient_account.account_id': accountId },
    });
    await api.execute('getMandate', { token, path: { mandateId: mandate.mandate_id } });
    await api.execute('listMandates', { token });
    await api.execute('listDetokenizedMandates', { token });
  });

  it('let a payer authorize a mandate', async () => {
    await authorizeMandateHosted(api, { system, app, token });
  });

  it('create a mandate on an account that its bank knows', async () => {
    const account = await api.execute<{ account_id: string }>('createPaymentAccount', {
      token,
      instead: { user_id: userId },
    });
    const mandate = await api.execute<{ mandate_id: string }>('createMandateForExistingSender', {
      token,
      headers: { 'idempotency-key': 'mandate-1' },
      instead: {
        'recipient_account.account_id': app.settlement_accounts[0]?.account_id ?? '',
        'sender_account.account_id': account.account_id,
      },
    });
    const path = { mandateId: mandate.mandate_id };
    await api.execute('authorizeMandate', { token, path });
    await api.execute('updateTestMandateStatus', { token, path });
    chargedMandateId = mandate.mandate_id;
  });

  it('send a payout', () => payOut(api, { token, userId, app, mandateId: chargedMandateId }));

  it('receive a call-back of the direct debit bank', async () => {
    const raw = signedNotice(app, system.layout.sandboxGatewaySecret);
    await api.execute('receiveDirectDebitCallback', { path: { integrationId: 'gw3' }, raw });
    const path = { integrationId: 'gw3', endpointId: 'default' };
    await api.execute('receiveDirectDebitCallbackOfAccount', { path, raw });
  });

  it('pay a link by card, and refund it', async () => {
    const link = await api.execute<Link>('CreatePaymentLink', { token });
    const page = await session(link.url);
    await api.execute('extendHostedPaymentSession', { token: page });
    await api.execute('getHostedPaymentView', { token: page });
    await api.execute('getInstitutionsForCustomer', { token: page });
    const { available_payment_methods: methods } = await api.execute<Available>(
      'listHostedPaymentMethods',
      { token: page },
    );
    const instead = { payment_account_id: methods[0]?.payment_account_id ?? '' };
    const select = () =>
      api.execute<{ attempt_id: string }>('selectHostedPaymentMethod', { token: page, instead });
    await select();
    await api.execute('changeHostedPaymentMethod', { token: page });
    const { attempt_id } = await select();
    const cardToken = await cardTokenFor(attempt_id);
    await api.execute('submitHostedCard', {
      token: page,
      instead: { attempt_id, 'card.token': cardToken },
    });
    const path = { paymentLinkId: link.payment_link_id };
    const paid = await eventually(async () => {
      const now = await api.execute<Link>('GetPaymentLink', { token, path });
      return now.status === 'PAID' ? now : undefined;
    });
    const listed = await api.execute<{ payments: Payment[] }>('listPayments', { token });
    const paymentId = paid.payment?.payment_id ?? '';
    expect(listed.payments.map(({ payment_id }) => payment_id)).toContain(paymentId);
    const payment = await api.execute<Payment>('getPayment', { token, path: { paymentId } });
    await api.execute('updatePayment', { token, path: { paymentId } });
    const order = { token, path: { paymentId }, headers: { 'idempotency-key': 'refund-1' } };
    const refund = await api.execute<Record<string, string>>('createRefund', order);
    await api.execute('listPaymentRefunds', order);
    await api.execute('getRefund', { token, path: { refundId: refund['refund_id'] ?? '' } });
    const methodPath = { paymentMethodId: payment.payment_method_id };
    const method = await api.execute<Method>('getPaymentMethod', { token, path: methodPath });
    await api.execute('getTestProcessorLedger', { token });
    const { gw1_metadata: kept } = method.integration_metadata ?? {};
    await api.execute('createPaymentMethod', {
      token,
      path: { paymentUserId: userId },
      instead: {
        'card.recipient_account.account_id': app.settlement_accounts[0]?.account_id ?? '',
        'integration_metadata.gw1_metadata.payment_method_id': kept?.payment_method_id ?? '',
      },
    });
  });

  it("send a payer to the challenge of a card's bank, and back", async () => {
    const link = (await post('/payment_links', paymentOrder())) as Link;
    const page = await session(link.url);
    const { available_payment_methods: methods } = await api.execute<Available>(
      'listHostedPaymentMethods',
      { token: page },
    );
    const instead = { payment_account_id: methods[0]?.payment_account_id ?? '' };
    const { attempt_id } = await api.execute<{ attempt_id: string }>('selectHostedPaymentMethod', {
      token: page,
      instead,
    });
    const view = await api.execute<{ attempt: { redirect_url: string } }>('submitHostedCard', {
      token: page,
      instead: { attempt_id, 'card.token': await cardTokenFor(attempt_id, CHALLENGED) },
    });
    const way = new URL(view.attempt.redirect_url);
    const stateOf = (url: URL) => ({ state: url.searchParams.get('state') ?? '' });
    await api.execute('startHostedChallenge', { query: stateOf(way) });
    const sent = await fetch(way, { redirect: 'manual' });
    const bank = await fetch(sent.headers.get('location') ?? '', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision: 'approve' }),
    });
    const back = new URL(bank.headers.get('location') ?? '');
    const [cookie = ''] = (sent.headers.get('set-cookie') ?? '').split(';');
    const query = stateOf(back);
    await api.execute('returnFromHostedChallenge', { query, headers: { cookie } });
  });

  const linkThatAsks = async () => {
    const enrollment = {
      display_enrollment_screen: true,
      enrollment_prefill_value: 'YES',
    } as const;
    const asking = { autopay_enrollment_configuration: enrollment };
    const order = paymentOrder({ payment_setup_options: asking });
    return (await post('/payment_links', order)) as Link;
  };

  it('charge the stored card of a user who consented', async () => {
    const { payments } = await api.execute<{ payments: Payment[] }>('listPayments', { token });
    const stored = payments.find((payment) => payment.payment_method_id);
    await post(`/payment_users/${stored?.sender?.user_id}`, { autopay_consent: true });
    const instead = { payment_method_id: stored?.payment_method_id ?? '' };
    const paid = await api.execute<{ status: string }>('createPayment', { token, instead });
    expect(paid.status).toBe('EXECUTED');
  });

  it('pay a link by wallet, after the answer about later payments', async () => {
    const page = await session((await linkThatAsks()).url);
    await api.execute('answerHostedAutopayEnrollment', { token: page });
    const { available_payment_methods: methods } = await api.execute<Available>(
      'listHostedPaymentMethods',
      { token: page },
    );
    const wallet = methods.find(({ payment_method_type: type }) => type === 'WALLET');
    const { attempt_id } = await api.execute<{ attempt_id: string }>('selectHostedPaymentMethod', {
      token: page,
      instead: {
        payment_account_id: wallet?.payment_account_id ?? '',
        payment_method_type: 'WALLET',
      },
    });
    const paid = await api.execute<{ status: string }>('submitHostedPaymentMethod', {
      token: page,
      instead: { attempt_id },
    });
    expect(paid.status).toBe('PAID');
  });

  it('pay a link by bank transfer', () => transferMoney(api, { token, session, post }));

  it('cancel a link and a stored payment method', async () => {
    const link = await api.execute<Link>('CreatePaymentLink', {
      token,
      instead: { unique_reference_id: 'order-1002' },
    });
    const path = { paymentLinkId: link.payment_link_id };
    await api.execute('CancelPaymentLink', { token, path });
    const user = await api.execute<{ payments: Payment[] }>('listPayments', { token });
    const stored = user.payments.find((payment) => payment.payment_method_id);
    const paymentMethodId = stored?.payment_method_id ?? '';
    await api.execute('cancelPaymentMethod', { token, path: { paymentMethodId } });
  });

  it('receive a call-back of a card gateway', async () => {
    const event = {
      event_id: 'evt-example',
      event: 'captured',
      reference: '01JQ0000000000000000000ATT',
      customer_app_id: app.customer_app_id,
      occurred_at: new Date().toISOString(),
    };
    const raw = signedByGw1(event, system.layout.sandboxGatewaySecret);
    await api.execute('receiveCardCallback', { path: { integrationId: 'gw1' }, raw });
    const path = { integrationId: 'gw1', endpointId: 'default' };
    await api.execute('receiveCardCallbackOfAccount', { path, raw });
  });

  it('manage webhook endpoints and list what was sent', async () => {
    await api.execute('listWebhookEventTypes', { token });
    await api.execute('getWebhookJwks');
    const pem = await api.execute<string>('getWebhookPublicKey');
    expect(pem).toContain('BEGIN PUBLIC KEY');
    const endpoint = await api.execute<{ webhook_endpoint_id: string }>('createWebhookEndpoint', {
      token,
    });
    const path = { webhookEndpointId: endpoint.webhook_endpoint_id };
    await api.execute('listWebhookEndpoints', { token });
    await api.execute('getWebhookEndpoint', { token, path });
    await api.execute('updateWebhookEndpoint', { token, path });
    await api.execute('rotateWebhookEndpointSecret', { token, path });
    await api.execute('testWebhookEndpoint', { token, path });
    const event = await eventually(async () => {
      const { webhook_events: events } = await api.execute<Events>('listWebhookEvents', { token });
      return events[0];
    });
    const eventPath = { eventId: event.event_id };
    await api.execute('getWebhookEvent', { token, path: eventPath });
    await api.execute('listWebhookEventAttempts', { token, path: eventPath });
    await api.execute('resendWebhookEvent', { token, path: eventPath });
    await api.execute('pauseWebhookEndpoint', { token, path });
    await api.execute('resumeWebhookEndpoint', { token, path });
    await api.execute('recoverWebhookEndpoint', { token, path });
    await api.execute('deleteWebhookEndpoint', { token, path });
  });

  it('link bank logins and read their accounts', async () => {
    await linksHosted(api, { app, token });
    const story = new LinkingStory(api, { system, token });
    await story.linksWithCode();
    await story.readsAccounts();
  });

  it('dispute a payment, and receive a notification of the processor', async () => {
    const { payments } = await api.execute<{ payments: Payment[] }>('listPayments', { token });
    const executed = payments.find(({ status, type }) => status === 'EXECUTED' && type === 'CARD');
    await disputesPayment(api, { token, paymentId: executed?.payment_id ?? '' });
    const raw = signedByGw1(chargeback(app), system.layout.sandboxGatewaySecret);
    await api.execute('receiveProcessorNotification', { path: { integrationId: 'gw1' }, raw });
    const path = { integrationId: 'gw1', endpointId: 'default' };
    await api.execute('receiveProcessorNotificationOfAccount', { path, raw });
  });

  it('read bills and books', async () => {
    expect(await readsBooks(api, token)).toContain('CLOSING_BALANCE,HKD');
  });

  it('read what no story reads', () => api.executeOtherReads(token));

  it('include every operation', () => {
    expect([...api.executed].toSorted()).toEqual(api.operationIds.toSorted());
  });
});

interface Link {
  readonly payment_link_id: string;
  readonly url: string;
  readonly status: string;
  readonly payment?: { readonly payment_id: string };
}

interface Available {
  readonly available_payment_methods: readonly {
    readonly payment_account_id: string;
    readonly payment_method_type: string;
  }[];
}

interface Method {
  readonly integration_metadata?: {
    readonly gw1_metadata?: { readonly payment_method_id?: string };
  };
}

interface Payment {
  readonly payment_id: string;
  readonly payment_method_id: string;
  readonly status: string;
  readonly type: string;
  readonly sender?: { readonly user_id: string };
}

interface Events {
  readonly webhook_events: readonly { readonly event_id: string }[];
}

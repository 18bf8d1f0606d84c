import { ALL_SCOPES, type Jwk } from '@towpath/contracts';
import type { PaymentLinkResponse, PaymentMethodResponse } from '@towpath/contracts/payment-link';
import type { WebhookEndpointWithSecretResponse } from '@towpath/contracts/webhook-dispatch';
import { newId, type Id } from '@towpath/kernel';
import type { SandboxApp } from '@towpath/local-system';
import { eventually, HostedPayer, Merchant, paymentOrder, setupOrder } from '@towpath/testing';
import { RunningSystem } from '../system/running-system.js';
import { aBill } from './a-bill.js';
import { chargeableMandateOf, mandateOf, mandatePayerOf } from './mandates.js';
import { finishLogin, linkPageOf, startLogin } from './linked-login.js';
import { manualPaymentOf } from './manual-payment.js';
import { REDIRECT_URI } from './redirect-uri.js';

/** A customer app with one of everything. */
export interface World {
  readonly merchant: Merchant;
  readonly ids: {
    readonly paymentUserId: string;
    readonly paymentLinkId: string;
    readonly paymentId: string;
    /** Of that payment; one minor unit. */
    readonly refundId: string;
    readonly disputeId: string;
    readonly billId: string;
    readonly paymentMethodId: string;
    /** Waits for its confirmation. */
    readonly payoutId: string;
    /** As the card gateway of the first settlement account names it. */
    readonly storedCardId: string;
    readonly mandateId: string;
    readonly paymentAccountId: string;
    /** An external account with its number, that mandates are on. */
    readonly senderAccountId: string;
    readonly webhookEndpointId: string;
    readonly eventId: string;
    readonly integrationId: string;
    readonly endpointId: string;
    readonly institutionId: string;
    readonly loginIdentityId: string;
    /** Of the login identity. */
    readonly accountId: string;
    readonly statementId: string;
  };
  /** Waits for its confirmation, too. */
  readonly otherPayoutId: string;
  readonly chargeableMandateId: string;
  readonly loginIdentityToken: string;
  /** What credentials of banks are encrypted with. */
  readonly linkKey: Jwk;
  /** The page of a link to a bank, at which nothing has begun, and an unused token of another. */
  readonly linkPage: { readonly token: string; readonly linkToken: string };
  readonly otherDisputeId: string;
  /** Waits for a bank transfer. */
  readonly manualPaymentId: string;
  /** Session of a payer on an open link. */
  readonly payerToken: string;
  /** Attempt that this payer has started. */
  readonly attemptId: string;
  /** A settlement account that the payer may choose. */
  readonly accountId: string;
  readonly linkToken: string;
  /** A payer who authorizes a mandate, at a chosen bank. */
  readonly mandatePayer: {
    readonly mandateId: string;
    readonly token: string;
    readonly linkToken: string;
    readonly key: Jwk;
  };
}

/** Nothing listens there; deliveries to it are of no interest. */
const NOWHERE = 'http://127.0.0.1:9/hook';

export async function createWorld(system: RunningSystem): Promise<World> {
  const merchant = await system.newShop({
    scopes: ALL_SCOPES,
    redirectUris: [REDIRECT_URI],
  });
  const endpoint = await merchant.createWebhookEndpoint({ body: { url: NOWHERE } });
  const { paid, stored, started } = await all({
    paid: paidLink(merchant, paymentOrder()),
    stored: paidLink(merchant, setupOrder()),
    started: startLogin(merchant),
  });
  const open = await merchant.createPaymentLink({ body: askingOrder(stored) });
  const userId = open.sender?.user_id ?? '';
  const accountId = (merchant.credentials as SandboxApp).settlement_accounts[0]?.account_id ?? '';
  const accounts = { accountId, senderAccountId: await senderAccountOf(merchant, userId) };
  const { payer, login, method, made, ...parts } = await all({
    payer: payerOf(merchant, open),
    mandatePayer: mandatePayerOf(merchant, accountId),
    login: finishLogin(merchant, started),
    linkPage: linkPageOf(merchant),
    method: storedMethod(merchant, stored),
    otherPayoutId: payoutOf(merchant, accounts),
    chargeableMandateId: chargeableMandateOf(merchant, accounts),
    manualPaymentId: manualPaymentOf(merchant),
    made: all({
      payoutId: payoutOf(merchant, accounts),
      billId: billOf(merchant),
      mandateId: mandateOf(merchant, accounts),
      paymentAccountId: externalAccountOf(merchant, userId),
      eventId: firstEvent(merchant, endpoint),
    }),
  });
  const paymentId = paid.payment?.payment_id ?? '';
  return {
    ...parts,
    ...payer,
    merchant,
    accountId,
    otherDisputeId: await disputeOf(merchant, paymentId),
    linkKey: started.linkKey,
    linkToken: new URL(open.url ?? '').searchParams.get('token') ?? '',
    loginIdentityToken: login.token,
    ids: {
      ...made,
      ...(await paymentIds(merchant, paymentId)),
      paymentUserId: userId,
      paymentLinkId: open.payment_link_id,
      paymentMethodId: method.payment_method_id,
      storedCardId: method.integration_metadata?.gw1_metadata?.payment_method_id ?? '',
      senderAccountId: accounts.senderAccountId,
      webhookEndpointId: endpoint.webhook_endpoint_id,
      integrationId: 'gw1',
      endpointId: 'default',
      institutionId: 'testbank',
      loginIdentityId: login.loginIdentityId,
      accountId: login.accountId,
      statementId: login.statementId,
    },
  };
}

/** The results of what is done at the same time, by their names: most of it waits. */
async function all<T extends Readonly<Record<string, unknown>>>(
  parts: T,
): Promise<{ readonly [Name in keyof T]: Awaited<T[Name]> }> {
  const entries = Object.entries(parts).map(async ([name, part]) => [name, await part] as const);
  return Object.fromEntries(await Promise.all(entries)) as {
    readonly [Name in keyof T]: Awaited<T[Name]>;
  };
}

async function paidLink(
  merchant: Merchant,
  order: ReturnType<typeof paymentOrder>,
): Promise<PaymentLinkResponse> {
  const { payment_link_id: id, url = '' } = await merchant.createPaymentLink({ body: order });
  await (await HostedPayer.open(merchant.api, url)).pay('authorized');
  return merchant.link(id);
}

async function payerOf(merchant: Merchant, { url = '' }: PaymentLinkResponse) {
  const payer = await HostedPayer.open(merchant.api, url);
  return { payerToken: payer.token, attemptId: (await payer.select()).attempt_id };
}

/** Of the payer who has stored a card. */
function askingOrder({ sender }: PaymentLinkResponse) {
  return paymentOrder({
    sender: { external_user_id: sender?.external_user_id ?? '', name: 'Chan Tai Man' },
    payment_setup_options: {
      autopay_enrollment_configuration: {
        display_enrollment_screen: true,
        enrollment_prefill_value: 'YES',
      },
    },
  });
}

async function disputeOf(merchant: Merchant, paymentId: string): Promise<string> {
  const { dispute_id: disputeId } = await merchant.createTestDispute({
    body: { payment_id: paymentId, amount: 1 },
  });
  return disputeId;
}

async function paymentIds(merchant: Merchant, paymentId: string) {
  const { refund_id: refundId } = await merchant.createRefund({
    path: { paymentId },
    headers: { 'Idempotency-Key': paymentId },
    body: { amount: 1 },
  });
  return { paymentId, refundId, disputeId: await disputeOf(merchant, paymentId) };
}

/** The bank decides on a mandate on this account only when a test does. */
const UNDECIDED = { type: 'LOCAL', number: '012-345-670003' };

async function payoutOf(
  merchant: Merchant,
  { accountId, senderAccountId }: { readonly accountId: string; readonly senderAccountId: string },
): Promise<string> {
  const { payout_id: payoutId } = await merchant.createPayout({
    headers: { 'Idempotency-Key': newId<Id<'Key'>>(new Date()) },
    body: {
      amount: 1,
      currency: 'HKD',
      confirm: false,
      payment_details: { description: 'March', external_transaction_reference: 'PAYOUT-1' },
      sender_account: { account_id: accountId },
      recipient_account: { account_id: senderAccountId },
    },
  });
  return payoutId;
}

function senderAccountOf(merchant: Merchant, userId: string): Promise<string> {
  return externalAccountOf(merchant, userId, { account_number: UNDECIDED });
}

async function externalAccountOf(
  merchant: Merchant,
  userId: string,
  members: object = {},
): Promise<string> {
  const account = await merchant.createPaymentAccount({
    body: {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: 'Chan Tai Man',
      institution_id: 'testbank',
      user_id: userId,
      ...members,
    },
  });
  return account.account_id;
}

async function storedMethod(
  merchant: Merchant,
  { sender }: PaymentLinkResponse,
): Promise<PaymentMethodResponse> {
  const { payment_methods: methods } = await merchant.listPaymentMethods({
    path: { paymentUserId: sender?.user_id ?? '' },
  });
  const method = methods.find(({ card }) => card?.status === 'SUCCEEDED');
  if (!method) throw new Error('the set-up link stored no method');
  return method;
}

async function firstEvent(
  merchant: Merchant,
  { webhook_endpoint_id: id }: WebhookEndpointWithSecretResponse,
): Promise<string> {
  return eventually(
    async () => {
      const { webhook_events: events } = await merchant.listWebhookEvents({
        query: { webhook_endpoint_id: id },
      });
      return events[0]?.event_id;
    },
    { deadlineMs: 30_000, describe: 'a webhook event of the app' },
  );
}

async function billOf(merchant: Merchant): Promise<string> {
  return (await merchant.createTestBill({ body: aBill() })).bill_id;
}

import { ALL_SCOPES, type Jwk } from '@towpath/contracts';
import type { PaymentLinkResponse, PaymentMethodResponse } from '@towpath/contracts/payment-link';
import type { WebhookEndpointWithSecretResponse } from '@towpath/contracts/webhook-dispatch';
import { newId, type Id } from '@towpath/kernel';
import type { SandboxApp } from '@towpath/local-system';
import {
  eventually,
  HostedPayer,
  MandatePayer,
  Merchant,
  paymentOrder,
  setupOrder,
} from '@towpath/testing';
import { RunningSystem } from '../system/running-system.js';
import { aBill } from './a-bill.js';
import { chargeableMandateOf } from './chargeable-mandate.js';
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
  const started = await startLogin(merchant);
  const paid = await merchant.createPaymentLink({ body: paymentOrder() });
  await (await HostedPayer.open(merchant.api, paid.url ?? '')).pay('authorized');
  const stored = await merchant.createPaymentLink({ body: setupOrder() });
  await (await HostedPayer.open(merchant.api, stored.url ?? '')).pay('authorized');
  const open = await merchant.createPaymentLink({ body: askingOrder(stored) });
  const payer = await HostedPayer.open(merchant.api, open.url ?? '');
  const selected = await payer.select();
  const method = await storedMethod(merchant, stored);
  const { payment } = await merchant.link(paid.payment_link_id);
  const accountId = (merchant.credentials as SandboxApp).settlement_accounts[0]?.account_id ?? '';
  const senderAccountId = await senderAccountOf(merchant, open.sender?.user_id ?? '');
  const login = await finishLogin(merchant, started);
  return {
    merchant,
    payerToken: payer.token,
    otherPayoutId: await payoutOf(merchant, { accountId, senderAccountId }),
    chargeableMandateId: await chargeableMandateOf(merchant, { accountId, senderAccountId }),
    loginIdentityToken: login.token,
    linkKey: started.linkKey,
    linkPage: await linkPageOf(merchant),
    attemptId: selected.attempt_id,
    accountId,
    linkToken: new URL(open.url ?? '').searchParams.get('token') ?? '',
    mandatePayer: await mandatePayerOf(merchant, accountId),
    otherDisputeId: await disputeOf(merchant, payment?.payment_id ?? ''),
    manualPaymentId: await manualPaymentOf(merchant),
    ids: {
      paymentUserId: open.sender?.user_id ?? '',
      paymentLinkId: open.payment_link_id,
      ...(await paymentIds(merchant, payment?.payment_id ?? '')),
      paymentMethodId: method.payment_method_id,
      storedCardId: method.integration_metadata?.gw1_metadata?.payment_method_id ?? '',
      payoutId: await payoutOf(merchant, { accountId, senderAccountId }),
      billId: await billOf(merchant),
      mandateId: await mandateOf(merchant, { accountId, senderAccountId }),
      paymentAccountId: await externalAccountOf(merchant, open.sender?.user_id ?? ''),
      senderAccountId,
      webhookEndpointId: endpoint.webhook_endpoint_id,
      eventId: await firstEvent(merchant, endpoint),
      integrationId: 'gw1',
      endpointId: 'default',
      institutionId: 'testbank',
      loginIdentityId: login.loginIdentityId,
      accountId: login.accountId,
      statementId: login.statementId,
    },
  };
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

async function mandatePayerOf(
  merchant: Merchant,
  accountId: string,
): Promise<World['mandatePayer']> {
  const { mandate_id: mandateId } = await merchant.createMandate({
    body: {
      recipient_account: { account_id: accountId },
      sender: { email: 'tm@example.com' },
      mandate_details: { currency: 'HKD' },
    },
  });
  const link = await merchant.getMandateAuthLink({
    body: { mandate_id: mandateId, link_customizations: { institution_id: 'testbank' } },
  });
  return {
    mandateId,
    token: link.access_token,
    linkToken: new URL(link.link_url).searchParams.get('token') ?? '',
    key: await new MandatePayer(merchant.api, link.access_token).key(),
  };
}

/** The bank decides on a mandate on this account only when a test does. */
const UNDECIDED = { type: 'LOCAL', number: '012-345-670003' };

async function mandateOf(
  merchant: Merchant,
  { accountId, senderAccountId }: { readonly accountId: string; readonly senderAccountId: string },
): Promise<string> {
  const mandate = await merchant.createMandateForExistingSender({
    headers: { 'Idempotency-Key': senderAccountId },
    body: {
      recipient_account: { account_id: accountId },
      sender_account: { account_id: senderAccountId },
      mandate_details: { currency: 'HKD' },
    },
  });
  return mandate.mandate_id;
}

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

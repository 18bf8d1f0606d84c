import { topicOf } from '@towpath/contracts';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import { CreateMandateRequest } from '@towpath/contracts/mandate';
import {
  CreatePaymentAccountRequest,
  CreatePaymentLinkRequest,
  CreatePaymentMethodRequest,
  CreatePaymentUserRequest,
  CreatePayoutRequest,
  CreateTestBillRequest,
  UpdatePaymentUserRequest,
  type BillResponse,
  type PaymentLinkResponse,
  type PaymentUserResponse,
} from '@towpath/contracts/payment-link';
import { newId, type EventId } from '@towpath/kernel';
import {
  ApiClient,
  HostedPayer,
  MandatePayer,
  paymentOrder,
  produceRaw,
  TEST_CARDS,
  type EventProbe,
  type TypedCard,
} from '@towpath/testing';
import { canary, withCanaries } from './canaries.fixture.js';
import type { AuthorizingShop } from './mandate-authorization.fixture.js';

/** What the payer types, or the browser tells: no request of the customer app has it. */
export const TYPED_CANARIES = {
  account: '012345976318',
  browser: 'CanaryBrowser',
  locale: 'zz-canary9',
} as const;
const EXTERNAL_USER_ID = 'leaves-everything';
/** What an erasure keeps: ours are no names, and the customer app must put none into these. */
const KEPT = { order: '1001' };
const EXT = { integration_id: 'EXT', ext_metadata: { tenant_default_currency: 'HKD' } };

const CONSENTED = 'payment_user.autopay_consent_granted';

interface Asked {
  readonly method: 'POST';
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** A person who leaves a canary in everything that requests about a payer have room for. */
export class LeavingPayer {
  readonly asked: Asked[] = [];
  userId = '';

  constructor(private readonly shop: AuthorizingShop) {}

  /** Where the interface has a key, the answer is kept, so that the same request may be sent again. */
  async ask<T = object>(path: string, body: object): Promise<T> {
    const headers = { 'idempotency-key': `left-${this.asked.length}` };
    const request = { method: 'POST', path, body, headers } as const;
    this.asked.push(request);
    const { api } = this.shop.merchant;
    return api.call<T>({ ...request, token: await this.shop.merchant.accessToken() });
  }

  /** The ID of a payment that was paid by link. */
  async leavePayments(): Promise<string> {
    await this.becomeUser();
    const link = await this.payByLink();
    const methods = `/payment_users/${this.userId}/payment_methods`;
    const { payment_methods: kept } = await this.shop.merchant.listPaymentMethods({
      path: { paymentUserId: this.userId },
    });
    const [method] = kept;
    const charge = { amount: 500, currency: 'HKD', payment_details: {}, metadata: KEPT };
    await this.ask('/payments', { ...charge, payment_method_id: method?.payment_method_id });
    await this.ask(methods, this.importOf(method?.integration_metadata ?? {}));
    await this.leaveAccountAndTexts();
    await this.ask<BillResponse>('/testing/bills', this.bill());
    return (await this.shop.merchant.link(link.payment_link_id)).payment?.payment_id ?? '';
  }

  /** A mandate of the person; the payer has chosen the bank. */
  async mandate(): Promise<[MandatePayer, string]> {
    const { mandate_id: id } = await this.ask<{ mandate_id: string }>(
      '/mandates',
      withCanaries(CreateMandateRequest, {
        recipient_account: { account_id: this.shop.accountId },
        sender: { external_user_id: EXTERNAL_USER_ID },
        mandate_details: {
          currency: 'HKD',
          description: 'Rent',
          payment_schedule: null,
          transaction_limits: null,
        },
        metadata: KEPT,
      }),
    );
    const { body } = await this.shop.link(id, { institution_id: 'testbank' });
    return [new MandatePayer(this.shop.api, body.access_token), id];
  }

  /** A dispute of a payment, with a file that defends it. */
  async defend(paymentId: string): Promise<void> {
    const { shop } = this;
    const dispute = await this.ask<DisputeResponse>('/testing/disputes', { payment_id: paymentId });
    const form = new FormData();
    const text = `%PDF-1.7 ${canary('evidence')}`;
    form.set('file', new File([text], `${canary('file')}.pdf`));
    const url = `${shop.system.baseUrl}/disputes/${dispute.dispute_id}/evidence`;
    const authorization = `Bearer ${await shop.merchant.accessToken()}`;
    const { status } = await fetch(url, { method: 'POST', headers: { authorization }, body: form });
    expect(status).toBe(200);
  }

  /** Copies of an event about the person that no consumer can read, so that each parks one. */
  async leaveUnreadableEvents(probe: EventProbe): Promise<void> {
    const [event] = await probe.waitFor(
      ({ name, key }) => name === CONSENTED && key === this.userId,
    );
    if (!event) throw new Error('no event told of the person');
    for (const name of [CONSENTED, 'payment_user.erased']) {
      await produceRaw(this.shop.system.kafkaBrokers, {
        topic: topicOf('payment-user'),
        key: `unreadable ${name}`,
        value: event.text.replace('"autopay_consent":', '"autopay_consents":'),
        headers: { ...event.headers, ce_type: name, ce_id: newId<EventId>(new Date()) },
      });
    }
  }

  private async becomeUser(): Promise<void> {
    const user = withCanaries(CreatePaymentUserRequest, {
      external_user_id: EXTERNAL_USER_ID,
      user_type: 'INDIVIDUAL',
      autopay_consent: true,
      integration_metadata: EXT,
    });
    this.userId = (await this.ask<PaymentUserResponse>('/payment_users', user)).user_id;
    await this.ask(`/payment_users/${this.userId}`, withCanaries(UpdatePaymentUserRequest, {}));
  }

  private async payByLink(): Promise<PaymentLinkResponse> {
    const order = () =>
      withCanaries(CreatePaymentLinkRequest, {
        ...paymentOrder(),
        sender: { external_user_id: EXTERNAL_USER_ID },
        payment_setup_options: {
          future_payments: 'AUTOPAY',
          recipient_account_filters: null,
          autopay_enrollment_configuration: null,
          mandate_details: null,
        },
        link_customizations: null,
        metadata: KEPT,
        payment_metadata: KEPT,
        integration_metadata: { integration_id: 'EXT' },
      });
    const link = await this.ask<PaymentLinkResponse>('/payment_links', order());
    const payer = await HostedPayer.open(this.shop.api, link.url ?? '');
    const selected = await payer.select();
    const fields = new ApiClient(new URL('.', selected.card_fields_url).href.replace(/\/$/, ''));
    const card = { number: TEST_CARDS.authorized, expiry_month: 12, expiry_year: 2034, cvc: '123' };
    const token = await fields.call<TypedCard>({
      method: 'POST',
      path: '/tokens',
      headers: { 'accept-language': TYPED_CANARIES.locale },
      body: { session: selected.attempt_id, ...card },
    });
    expect((await payer.submit(selected.attempt_id, token)).body).toMatchObject({ status: 'PAID' });
    await this.ask('/payment_links', order());
    return link;
  }

  private async leaveAccountAndTexts(): Promise<void> {
    const { accountId } = this.shop;
    const account = await this.ask<{ account_id: string }>(
      '/payment_accounts',
      withCanaries(CreatePaymentAccountRequest, {
        account_type: 'EXTERNAL_ACCOUNT',
        institution_id: 'testbank',
        user_id: this.userId,
        account_number: { type: 'LOCAL', number: TYPED_CANARIES.account },
        account_number_masked: null,
        currencies: ['HKD'],
      }),
    );
    const payout = withCanaries(CreatePayoutRequest, {
      amount: 100,
      currency: 'HKD',
      confirm: true,
      payment_details: { external_transaction_reference: 'OUT-1' },
      sender_account: { account_id: accountId },
      recipient_account: { account_id: account.account_id },
      metadata: KEPT,
    });
    await this.ask('/payouts', payout);
    const texts = [
      `name/createpaymentuserrequest, ${canary('')}`,
      `${canary('')} name updatepaymentuserrequest`,
      `from A/C ${TYPED_CANARIES.account}`,
    ];
    for (const reference of texts) {
      await this.ask('/testing/incoming_transfers', { reference, amount: 10, currency: 'HKD' });
    }
  }

  /** The same card again, as one that the customer app brings along. */
  private importOf(known: object): object {
    const { gw1_metadata: block } = known as { readonly gw1_metadata?: object };
    return withCanaries(CreatePaymentMethodRequest, {
      payment_method_type: 'CARD',
      card: {
        card_details: {
          ...{ brand: 'Visa', last4: '4242', currency: 'HKD', country: 'HK' },
          card_bin: null,
        },
        recipient_account: { account_id: this.shop.accountId },
        status: 'SUCCEEDED',
      },
      mandate: null,
      integration_metadata: {
        integration_id: 'GW1',
        gw1_metadata: {
          ...{ auth_code: '1', psp_reference: '2', network_transaction_reference: '3' },
          ...block,
        },
        ...{ gw2_metadata: null, gw3_metadata: null, gw4_metadata: null },
      },
    });
  }

  private bill(): object {
    return withCanaries(CreateTestBillRequest, {
      external_bill_id: 'bill-1',
      external_user_id: EXTERNAL_USER_ID,
      bill_date: '2026-03-01T00:00:00Z',
      due_date: '2026-03-15T00:00:00Z',
      status: 'UNPAID',
      details: { total_amount_due: 900, currency: 'HKD', bill_reference_id: 'REF-1' },
      integration_metadata: {
        integration_id: 'EXT',
        ext_metadata: {
          ...{ i_anniv_days: 1, tenant_default_currency: 'HKD', d_sched_out: '2027-01-01' },
        },
      },
      is_autopay_eligible: false,
      metadata: KEPT,
    });
  }
}

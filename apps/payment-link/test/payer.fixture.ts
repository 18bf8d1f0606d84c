import type {
  HostedView,
  PaymentLinkResponse,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/testing';
import { CARDS } from './cards.fixture.js';
import { send, type Answer, type TestCustomerApp } from './payment-link.fixture.js';
import type { TestSandbox } from './sandbox.fixture.js';

export { CARDS };

let links = 0;

export function linkBody(members: object = {}) {
  links += 1;
  return {
    mode: 'PAYMENT',
    currency: 'HKD',
    amount: 12_500,
    unique_reference_id: `pay-${links}-${process.pid}`,
    sender: { external_user_id: `payer-${links}`, name: 'Chan Tai Man' },
    payment_details: { description: 'Rent', external_transaction_reference: 'INV-1' },
    payment_metadata: { invoice: '1' },
    ...members,
  };
}

export const setupBody = (members: object = {}) =>
  linkBody({
    mode: 'SETUP',
    amount: undefined,
    payment_details: undefined,
    payment_setup_options: { future_payments: 'AUTOPAY' },
    ...members,
  });

/** A payer in front of the hosted page of one link. */
export class Payer {
  private constructor(
    readonly app: TestCustomerApp,
    readonly sandbox: TestSandbox,
    readonly link: PaymentLinkResponse,
    readonly token: string,
  ) {}

  /** Creates a link and opens its page, as from the link's URL. */
  static async of(
    app: TestCustomerApp,
    sandbox: TestSandbox,
    body: object = linkBody(),
  ): Promise<Payer> {
    const { body: link } = await app.send<PaymentLinkResponse>('POST /payment_links', body);
    return Payer.open(app, sandbox, link);
  }

  static async open(
    app: TestCustomerApp,
    sandbox: TestSandbox,
    link: PaymentLinkResponse,
  ): Promise<Payer> {
    const urlToken = new URL(link.url ?? '').searchParams.get('token');
    const { body } = await send<{ access_token: string }>(app.service.publicUrl, {
      route: 'POST /payment_links/hosted/session',
      body: { token: urlToken },
    });
    return new Payer(app, sandbox, link, body.access_token);
  }

  get linkId(): string {
    return this.link.payment_link_id;
  }

  call<T = HostedView>(route: string, body?: unknown): Promise<Answer<T>> {
    const [method = '', path = ''] = route.split(' ');
    return send<T>(this.app.service.publicUrl, {
      route: `${method} /payment_links/hosted${path}`,
      token: this.token,
      ...(body === undefined ? {} : { body }),
    });
  }

  async view(): Promise<HostedView> {
    return (await this.call('GET /view')).body;
  }

  async accountId(): Promise<string> {
    const { body } = await this.call<{
      available_payment_methods: { payment_account_id: string }[];
    }>('GET /available_payment_methods');
    return body.available_payment_methods[0]?.payment_account_id ?? '';
  }

  async select(): Promise<Answer<SelectPaymentMethodResponse>> {
    return this.call('POST /select_payment_method', {
      payment_account_id: await this.accountId(),
      payment_method_type: 'CARD',
    });
  }

  async submit(attemptId: string, number: string, fieldsUrl?: string): Promise<Answer<HostedView>> {
    const gateway = fieldsUrl && new URL(fieldsUrl).pathname.split('/')[1];
    const token = await this.sandbox.tokenize(number, attemptId, gateway);
    return this.submitToken(attemptId, { token, last4: number.slice(-4) });
  }

  submitToken(
    attemptId: string,
    card: { readonly token: string; readonly last4: string },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<HostedView>> {
    return send<HostedView>(this.app.service.publicUrl, {
      route: 'POST /payment_links/hosted/submit_card',
      token: this.token,
      headers,
      body: {
        attempt_id: attemptId,
        card: { ...card, brand: 'Visa', expiry_month: 12, expiry_year: 2060 },
      },
    });
  }

  /** Chooses the card and submits it. */
  async pay(number: string): Promise<Answer<HostedView>> {
    const { body } = await this.select();
    return this.submit(body.attempt_id, number, body.card_fields_url);
  }

  /** Follows an address of the payer's own, as the browser would, without its redirect. */
  walk(address: string | undefined, headers: Readonly<Record<string, string>> = {}) {
    const { pathname, search } = new URL(address ?? '');
    const url = `${this.app.service.publicUrl}${pathname}${search}`;
    return fetch(url, { redirect: 'manual', headers });
  }

  /** Goes to the bank of the card and decides there; where the bank sends the browser. */
  async decide({ attempt }: HostedView, decision: 'approve' | 'refuse'): Promise<string> {
    const way = await this.walk(attempt?.redirect_url);
    return this.sandbox.decide(way.headers.get('location') ?? '', decision);
  }

  async readLink(): Promise<PaymentLinkResponse> {
    const { body } = await this.app.send<PaymentLinkResponse>(`GET /payment_links/${this.linkId}`);
    return body;
  }

  /** Waits until the link has the session status. */
  async reaches(sessionStatus: string): Promise<PaymentLinkResponse> {
    let last: PaymentLinkResponse = this.link;
    return eventually(
      async () => {
        last = await this.readLink();
        return last.session_status === sessionStatus && last;
      },
      { deadlineMs: 15_000, describe: () => `link is ${last.status}, ${last.session_status}` },
    );
  }
}

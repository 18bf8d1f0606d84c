import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { TestClockResponse, UpdateTestClockRequest } from '@towpath/contracts';
import type { CustomerTokenResponse } from '@towpath/contracts/gateway';
import type {
  CreatePaymentLinkRequest,
  PaymentLinkResponse,
  PaymentResponse,
} from '@towpath/contracts/payment-link';
import type { WebhookEndpointWithSecretResponse } from '@towpath/contracts/webhook-dispatch';
import type { SandboxApp } from '@towpath/local-system';
import { ApiClient, UnexpectedAnswer, type ApiAnswer, type ApiRequest } from './api-client.js';

type Credentials = Pick<SandboxApp, 'customer_app_id' | 'client_id' | 'client_secret'>;

const CLOCK = '/testing/clock';
const CLOCK_POLL_MS = 100;
const LONGEST_ADVANCE_MS = 180_000;

/** A customer app at work: it knows its credentials and the public interface, nothing else. */
export class Merchant {
  private token?: Promise<string>;

  constructor(
    readonly api: ApiClient,
    readonly credentials: Credentials,
  ) {}

  get customerAppId(): string {
    return this.credentials.customer_app_id;
  }

  /** Requested once, then cached. */
  accessToken(): Promise<string> {
    this.token ??= this.requestToken().catch((error: unknown) => {
      delete this.token;
      throw error;
    });
    return this.token;
  }

  async send<T = unknown>(request: Omit<ApiRequest, 'token'>): Promise<ApiAnswer<T>> {
    return this.api.send<T>({ ...request, token: await this.accessToken() });
  }

  /** The body of a 200; throws `UnexpectedAnswer` for anything else. */
  async call<T = unknown>(request: Omit<ApiRequest, 'token'>): Promise<T> {
    return this.api.call<T>({ ...request, token: await this.accessToken() });
  }

  createLink(order: CreatePaymentLinkRequest): Promise<PaymentLinkResponse> {
    return this.call({ method: 'POST', path: '/payment_links', body: order });
  }

  link(paymentLinkId: string): Promise<PaymentLinkResponse> {
    return this.call({ method: 'GET', path: `/payment_links/${paymentLinkId}` });
  }

  cancelLink(paymentLinkId: string): Promise<PaymentLinkResponse> {
    return this.call({ method: 'POST', path: `/payment_links/${paymentLinkId}/cancel` });
  }

  payment(paymentId: string): Promise<PaymentResponse> {
    return this.call({ method: 'GET', path: `/payments/${paymentId}` });
  }

  /** Moves the app's clock and waits until everything that was due has happened. */
  advanceClock(seconds: number): Promise<TestClockResponse> {
    return this.moveClock({ advance_seconds: seconds });
  }

  /** Moves the clock, after an advance of another one, and waits until it has arrived. */
  async moveClock(move: UpdateTestClockRequest): Promise<TestClockResponse> {
    const request = { method: 'POST', path: CLOCK, body: move, deadlineMs: 30_000 } as const;
    const first = await this.send<TestClockResponse>(request);
    if (first.status === 409) await this.awaitClock();
    const answer = first.status === 409 ? await this.send<TestClockResponse>(request) : first;
    if (answer.status !== 200) throw new UnexpectedAnswer(request, answer);
    return answer.body.advancing_to ? this.awaitClock() : answer.body;
  }

  /** Waits until no advance is under way. */
  async awaitClock(): Promise<TestClockResponse> {
    const begin = performance.now();
    const request = { method: 'GET', path: CLOCK } as const;
    for (;;) {
      const answer = await this.send<TestClockResponse>(request);
      if (answer.status === 200 && !answer.body.advancing_to) return answer.body;
      const isOver = performance.now() - begin > LONGEST_ADVANCE_MS;
      if (isOver || answer.status !== 200) throw new UnexpectedAnswer(request, answer);
      await delay(CLOCK_POLL_MS);
    }
  }

  subscribe(endpoint: {
    readonly url: string;
    /** Everything when absent. */
    readonly event_types?: readonly string[];
  }): Promise<WebhookEndpointWithSecretResponse> {
    return this.call({ method: 'POST', path: '/webhook_endpoints', body: endpoint });
  }

  private async requestToken(): Promise<string> {
    const { client_id, client_secret } = this.credentials;
    const body = { client_id, client_secret, grant_type: 'client_credentials' };
    const answer = await this.api.call<CustomerTokenResponse>({
      method: 'POST',
      path: '/auth/customer/token',
      body,
    });
    return answer.access_token;
  }
}

let orders = 0;

/** A payment link for a request; `terms` replace the defaults. */
export function paymentOrder(
  terms: Partial<CreatePaymentLinkRequest> = {},
): CreatePaymentLinkRequest {
  // Not from a counter: each spec file has its own, and may share its customer app with others.
  const reference = randomUUID();
  orders += 1;
  return {
    mode: 'PAYMENT',
    currency: 'HKD',
    amount: 12_500,
    unique_reference_id: `order-${reference}`,
    sender: { external_user_id: `payer-${reference}`, name: 'Chan Tai Man' },
    payment_details: {
      description: `Order ${orders}`,
      external_transaction_reference: `INV-${orders}`,
    },
    ...terms,
  };
}

/** A link that stores a card; `terms` replace the defaults. */
export function setupOrder(
  terms: Partial<CreatePaymentLinkRequest> = {},
): CreatePaymentLinkRequest {
  const { currency, sender, unique_reference_id } = paymentOrder();
  return {
    mode: 'SETUP',
    currency,
    sender,
    unique_reference_id,
    payment_setup_options: { future_payments: 'CLICK_TO_PAY' },
    ...terms,
  };
}

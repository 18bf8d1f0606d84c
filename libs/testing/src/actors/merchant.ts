import { randomUUID } from 'node:crypto';
import type { TestClockResponse } from '@towpath/contracts';
import type { CustomerTokenResponse } from '@towpath/contracts/gateway';
import type {
  CreatePaymentLinkRequest,
  PaymentLinkResponse,
  PaymentResponse,
} from '@towpath/contracts/payment-link';
import type { WebhookEndpointWithSecretResponse } from '@towpath/contracts/webhook-dispatch';
import type { SandboxApp } from '@towpath/local-system';
import { ApiClient, type ApiAnswer, type ApiRequest } from './api-client.js';

type Credentials = Pick<SandboxApp, 'customer_app_id' | 'client_id' | 'client_secret'>;

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

  /** Asked for once, then kept. */
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
    const body = { advance_seconds: seconds };
    return this.call({ method: 'POST', path: '/testing/clock', body, deadlineMs: 70_000 });
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

/** A payment link to ask for; `terms` replace what is usual. */
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

/** A link that stores a card; `terms` replace what is usual. */
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

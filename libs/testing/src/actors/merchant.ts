import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { patient, type SandboxApp } from '@towpath/local-system';
import {
  Towpath,
  TowpathError,
  type CreatePaymentLinkRequest,
  type Jwk,
  type PaymentLinkResponse,
  type PaymentResponse,
  type TestClockResponse,
  type UpdateTestClockRequest,
} from '@towpath/sdk';
import type { ApiAnswer, ApiClient, ApiRequest } from './api-client.js';

type Credentials = Pick<SandboxApp, 'customer_app_id' | 'client_id' | 'client_secret'>;

const TRY_MS = 30_000;
const CLOCK_POLL_MS = 100;
const LONGEST_ADVANCE_MS = 180_000;

/** A customer app at work: the SDK with its credentials. Each try counts, so it repeats nothing. */
export class Merchant extends Towpath {
  constructor(
    readonly api: ApiClient,
    readonly credentials: Credentials,
  ) {
    super({
      baseUrl: api.baseUrl,
      clientId: credentials.client_id,
      clientSecret: credentials.client_secret,
      fetch: api.fetch,
      maxRepeats: 0,
      timeoutMs: patient(TRY_MS),
    });
    this.client.interceptors.error.use((error, answer) => {
      if (error instanceof TowpathError && answer)
        error.message = [error.message, ...api.reasonsOf(answer)].join('\n');
      return error;
    });
  }

  get customerAppId(): string {
    return this.credentials.customer_app_id;
  }

  /** What the SDK cannot send or would not show. Any answer is an answer. */
  async send<T = unknown>(request: Omit<ApiRequest, 'token'>): Promise<ApiAnswer<T>> {
    return this.api.send<T>({ ...request, token: await this.accessToken() });
  }

  link(paymentLinkId: string): Promise<PaymentLinkResponse> {
    return this.getPaymentLink({ path: { paymentLinkId } });
  }

  payment(paymentId: string): Promise<PaymentResponse> {
    return this.getPayment({ path: { paymentId } });
  }

  /** The key for the credentials of a bank login. */
  async linkKey(): Promise<Jwk> {
    const [key] = (await this.getCredSubmitJwks()).keys;
    if (!key) throw new Error('no key for credentials is published');
    return key;
  }

  /** Moves the app's clock and waits until everything that was due has happened. */
  advanceClock(seconds: number): Promise<TestClockResponse> {
    return this.moveClock({ advance_seconds: seconds });
  }

  /** Moves the clock, after an advance of another one, and waits until it has arrived. */
  async moveClock(body: UpdateTestClockRequest): Promise<TestClockResponse> {
    const clock = await this.updateTestClock({ body }).catch(async (error: unknown) => {
      if (!(error instanceof TowpathError && error.status === 409)) throw error;
      await this.awaitClock();
      return this.updateTestClock({ body });
    });
    return clock.advancing_to ? this.awaitClock() : clock;
  }

  /** Waits until no advance is under way. */
  async awaitClock(): Promise<TestClockResponse> {
    const begin = performance.now();
    for (;;) {
      const clock = await this.getTestClock();
      if (!clock.advancing_to) return clock;
      if (performance.now() - begin > LONGEST_ADVANCE_MS)
        throw new Error(`the clock still advances to ${clock.advancing_to}`);
      await delay(CLOCK_POLL_MS);
    }
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

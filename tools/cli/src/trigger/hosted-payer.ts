import { TowpathError, type PaymentLinkResponse } from '@towpath/sdk';
import { until } from '../until.js';

/** Methods that a payer of the sandbox chooses. */
type Method = 'CARD' | 'MANUAL' | 'MANDATE';

interface Offered {
  readonly payment_account_id: string;
  readonly payment_method_type: string;
  readonly payment_method_id?: string;
}

interface Chosen {
  readonly attempt_id: string;
  readonly card_fields_url?: string;
  readonly mandate_id?: string;
}

interface Refused {
  readonly error?: Readonly<Record<string, string | undefined>>;
}

const EXPIRY = { expiry_month: 12, expiry_year: 2049, cvc: '123' };
const UNAVAILABLE = 503;
const TIMEOUT_MS = 30_000;

/**
 * The payer of a link, without a browser: sends what the hosted page sends. These operations belong
 * to our own pages, so the SDK has none of them.
 */
export class HostedPayer {
  private constructor(
    /** Of the operations of the page. */
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  static async open(baseUrl: string, { url = '' }: PaymentLinkResponse): Promise<HostedPayer> {
    const page = `${baseUrl.replace(/\/$/, '')}/payment_links/hosted`;
    const token = new URL(url).searchParams.get('token');
    const session = await post<{ access_token: string }>(`${page}/session`, { token });
    return new HostedPayer(page, { authorization: `Bearer ${session.access_token}` });
  }

  /** Types the card into the sandbox's own fields, and pays. */
  async payByCard(number: string): Promise<void> {
    const { attempt_id, card_fields_url = '' } = await this.choose('CARD');
    const fields = new URL('tokens', card_fields_url).href;
    const card = await post<object>(fields, { session: attempt_id, number, ...EXPIRY });
    await this.send('submit_card', { attempt_id, card });
  }

  async choose(type: Method): Promise<Chosen> {
    const path = 'available_payment_methods';
    const { available_payment_methods: offered } = await this.get<{
      available_payment_methods: readonly Offered[];
    }>(path);
    const method = offered.find(
      (each) => each.payment_method_type === type && !each.payment_method_id,
    );
    const { payment_account_id } = method ?? {};
    return this.send('select_payment_method', { payment_account_id, payment_method_type: type });
  }

  /** Gives the chosen method up. */
  async change(): Promise<void> {
    await this.send('change_payment_method', {});
  }

  private get<T>(path: string): Promise<T> {
    return call<T>(`${this.url}/${path}`, { headers: this.headers });
  }

  private send<T>(path: string, body: object): Promise<T> {
    return post<T>(`${this.url}/${path}`, body, this.headers);
  }
}

function post<T>(url: string, body: object, headers: object = {}): Promise<T> {
  const json = { 'content-type': 'application/json' };
  return call(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...json, ...headers },
  });
}

/** A payer is asked to try again while a service does not answer another one. */
function call<T>(url: string, request: RequestInit): Promise<T> {
  return until('An answer of the hosted page', async () => {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status === UNAVAILABLE) return undefined;
    const body = (await answer.json()) as T & Refused;
    if (answer.ok) return body;
    const { error_code = 'UNKNOWN', type = '', message = '', details = '' } = body.error ?? {};
    const requestId = answer.headers.get('x-request-id') ?? '';
    throw new TowpathError({
      status: answer.status,
      errorCode: error_code,
      type,
      message,
      details,
      requestId,
    });
  });
}

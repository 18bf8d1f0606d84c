import { type ApiAnswer, failureOfResponse } from './api-answer.js';
import { parseView } from './parse-view.js';
import type {
  AvailablePaymentMethod,
  CardToken,
  HostedView,
  SelectedPaymentMethod,
  SessionGrant,
} from './hosted-view.js';

const BASE = '/payment_links/hosted';
const DEADLINE_MS = 30_000;

export interface CardSubmission {
  readonly attemptId: string;
  readonly card: CardToken;
  readonly browser: { readonly language: string; readonly screen: string };
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly accessToken?: string;
  readonly body?: object;
}

/** The hosted page operations, one method each. Never throws: every outcome is an `ApiAnswer`. */
export class HostedApi {
  constructor(private readonly send: typeof fetch) {}

  openSession(token: string): Promise<ApiAnswer<SessionGrant>> {
    return this.call({ method: 'POST', path: '/session', body: { token } });
  }

  async view(accessToken: string): Promise<ApiAnswer<HostedView>> {
    return viewAnswer(await this.call({ method: 'GET', path: '/view', accessToken }));
  }

  availableMethods(
    accessToken: string,
  ): Promise<ApiAnswer<{ available_payment_methods: AvailablePaymentMethod[] }>> {
    return this.call({ method: 'GET', path: '/available_payment_methods', accessToken });
  }

  selectMethod(
    accessToken: string,
    method: AvailablePaymentMethod,
  ): Promise<ApiAnswer<SelectedPaymentMethod>> {
    const body = {
      payment_account_id: method.payment_account_id,
      payment_method_type: method.payment_method_type,
      ...(method.payment_method_id && { payment_method_id: method.payment_method_id }),
    };
    return this.call({ method: 'POST', path: '/select_payment_method', accessToken, body });
  }

  /** Repeatable: the server takes one card per attempt. */
  async submitCard(
    accessToken: string,
    { attemptId, card, browser }: CardSubmission,
  ): Promise<ApiAnswer<HostedView>> {
    const body = { attempt_id: attemptId, card, browser };
    return viewAnswer(await this.call({ method: 'POST', path: '/submit_card', accessToken, body }));
  }

  /** Repeatable, like the submission of a card. */
  async submitMethod(
    accessToken: string,
    { attemptId }: { readonly attemptId: string },
  ): Promise<ApiAnswer<HostedView>> {
    const path = '/submit_payment_method';
    const body = { attempt_id: attemptId };
    return viewAnswer(await this.call({ method: 'POST', path, accessToken, body }));
  }

  async answerAutopay(accessToken: string, consent: boolean): Promise<ApiAnswer<HostedView>> {
    const path = '/autopay_enrollment';
    const body = { autopay_consent: consent };
    return viewAnswer(await this.call({ method: 'POST', path, accessToken, body }));
  }

  private async call<T>({ method, path, accessToken, body }: Call): Promise<ApiAnswer<T>> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (accessToken) headers['authorization'] = `Bearer ${accessToken}`;
    if (body) headers['content-type'] = 'application/json';
    try {
      const response = await this.send(BASE + path, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      return await answerOf<T>(response);
    } catch (error) {
      // fetch rejects with TypeError for a broken connection, with DOMException past the deadline.
      if (error instanceof TypeError || error instanceof DOMException) {
        return { ok: false, failure: { kind: 'offline' } };
      }
      throw error;
    }
  }
}

function viewAnswer(answer: ApiAnswer<unknown>): ApiAnswer<HostedView> {
  if (!answer.ok) return answer;
  const view = parseView(answer.value);
  return view ? { ok: true, value: view } : { ok: false, failure: { kind: 'server' } };
}

async function answerOf<T>(response: Response): Promise<ApiAnswer<T>> {
  const body = parsedOrNull(await response.text());
  if (response.ok && typeof body === 'object' && body !== null) {
    return { ok: true, value: body as T };
  }
  const { status, headers } = response;
  return { ok: false, failure: failureOfResponse(status, headers.get('retry-after'), body) };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

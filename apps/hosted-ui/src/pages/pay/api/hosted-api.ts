import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import { type JsonCall, JsonCalls } from '../../../shared/api/json-calls.js';
import { parseView } from './parse-view.js';
import type {
  AvailablePaymentMethod,
  CardToken,
  HostedView,
  SelectedPaymentMethod,
} from './hosted-view.js';
import type { SessionGrant } from '../../../shared/api/page-types.js';

const BASE = '/payment_links/hosted';

export interface CardSubmission {
  readonly attemptId: string;
  readonly card: CardToken;
  readonly browser: { readonly language: string; readonly screen: string };
}

/** The hosted page operations, one method each. Never throws: every outcome is an `ApiAnswer`. */
export class HostedApi {
  private readonly calls: JsonCalls;

  constructor(send: typeof fetch) {
    this.calls = new JsonCalls(send);
  }

  openSession(token: string): Promise<ApiAnswer<SessionGrant>> {
    return this.call({ method: 'POST', path: '/session', body: { token } });
  }

  extendSession(accessToken: string): Promise<ApiAnswer<SessionGrant>> {
    return this.call({ method: 'POST', path: '/session/extend', accessToken });
  }

  /** For the direct debit that is authorized on this page. */
  extendMandate(accessToken: string): Promise<ApiAnswer<SessionGrant>> {
    return this.calls.call({
      method: 'POST',
      path: '/mandates/hosted/session/extend',
      accessToken,
    });
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
      surcharge_amount: method.surcharge_amount ?? undefined,
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

  /** The payer chooses another method. */
  async changeMethod(accessToken: string): Promise<ApiAnswer<HostedView>> {
    const path = '/change_payment_method';
    return viewAnswer(await this.call({ method: 'POST', path, accessToken }));
  }

  private call<T>({ path, ...rest }: JsonCall): Promise<ApiAnswer<T>> {
    return this.calls.call({ path: BASE + path, ...rest });
  }
}

function viewAnswer(answer: ApiAnswer<unknown>): ApiAnswer<HostedView> {
  if (!answer.ok) return answer;
  const view = parseView(answer.value);
  return view ? { ok: true, value: view } : { ok: false, failure: { kind: 'server' } };
}

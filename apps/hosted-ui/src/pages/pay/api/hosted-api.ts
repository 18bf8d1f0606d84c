import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import { PageApi } from '../../../shared/api/page-api.js';
import type { SessionGrant } from '../../../shared/api/page-types.js';
import type {
  AvailablePaymentMethod,
  CardToken,
  HostedView,
  SelectedPaymentMethod,
} from './hosted-view.js';
import { parseView } from './parse-view.js';

const HOSTED = '/payment_links/hosted';

export interface CardSubmission {
  readonly attemptId: string;
  readonly card: CardToken;
  readonly browser: { readonly language: string; readonly screen: string };
}

/** The operations behind the payment page. */
export class HostedApi extends PageApi<HostedView> {
  constructor(send: typeof fetch) {
    super({ send, hosted: HOSTED, parseView });
  }

  /** For the direct debit that is authorized on this page. */
  extendMandate(accessToken: string): Promise<ApiAnswer<SessionGrant>> {
    return this.post({ path: '/mandates/hosted/session/extend', accessToken });
  }

  availableMethods(
    accessToken: string,
  ): Promise<ApiAnswer<{ available_payment_methods: AvailablePaymentMethod[] }>> {
    return this.get({ path: `${HOSTED}/available_payment_methods`, accessToken });
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
    return this.post({ path: `${HOSTED}/select_payment_method`, accessToken, body });
  }

  /** Repeatable: the server takes one card per attempt. */
  submitCard(
    accessToken: string,
    { attemptId, card, browser }: CardSubmission,
  ): Promise<ApiAnswer<HostedView>> {
    const body = { attempt_id: attemptId, card, browser };
    return this.change({ path: `${HOSTED}/submit_card`, accessToken, body });
  }

  /** Repeatable, like the submission of a card. */
  submitMethod(
    accessToken: string,
    { attemptId }: Pick<CardSubmission, 'attemptId'>,
  ): Promise<ApiAnswer<HostedView>> {
    const body = { attempt_id: attemptId };
    return this.change({ path: `${HOSTED}/submit_payment_method`, accessToken, body });
  }

  answerAutopay(accessToken: string, consent: boolean): Promise<ApiAnswer<HostedView>> {
    const body = { autopay_consent: consent };
    return this.change({ path: `${HOSTED}/autopay_enrollment`, accessToken, body });
  }

  /** The payer chooses another method. */
  changeMethod(accessToken: string): Promise<ApiAnswer<HostedView>> {
    return this.change({ path: `${HOSTED}/change_payment_method`, accessToken });
  }
}

import type { HostedSessionResponse, PaymentType } from '@towpath/contracts';
import type {
  AvailablePaymentMethod,
  AvailablePaymentMethodsResponse,
  HostedView,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/local-system';
import { ApiClient, UnexpectedAnswer, type ApiAnswer, type ApiRequest } from './api-client.js';
import { MandatePayer } from './mandate-payer.js';
import { TEST_CARDS, type TestCard } from './test-cards.js';

/** The token of a typed card from the card fields. */
export type TypedCard = Readonly<Record<string, unknown>> & { readonly token: string };

const EXPIRY = { expiry_month: 12, expiry_year: 2034, cvc: '123' };

/** A payer without a browser: sends the requests of the hosted page. */
export class HostedPayer {
  private constructor(
    private readonly api: ApiClient,
    /** Token of the session, which names the link. */
    readonly token: string,
  ) {}

  /** Opens the link as its page would. */
  static async open(api: ApiClient, linkUrl: string): Promise<HostedPayer> {
    const session = await api.call<HostedSessionResponse>({
      method: 'POST',
      path: '/payment_links/hosted/session',
      body: { token: new URL(linkUrl).searchParams.get('token') },
    });
    return new HostedPayer(api, session.access_token);
  }

  view(): Promise<HostedView> {
    return this.call({ method: 'GET', path: '/payment_links/hosted/view' });
  }

  /** Chooses the first method of the type that is offered and asks for something to be typed. */
  async select(type: PaymentType = 'CARD'): Promise<SelectPaymentMethodResponse> {
    const typed = (await this.offered()).find(
      (method) => method.payment_method_type === type && !method.payment_method_id,
    );
    const { payment_account_id = '', payment_method_type = type } = typed ?? {};
    // Services of a cold system may not answer each other in time; payers are asked to try again.
    const answer = await eventually(async () => {
      const given = await this.choose({ payment_account_id, payment_method_type });
      return given.status === 503 ? undefined : given;
    });
    if (answer.status === 200) return answer.body;
    throw new UnexpectedAnswer({ method: 'POST', path: 'select_payment_method' }, answer);
  }

  /** Asks for a method of an account; any answer is an answer. */
  choose(method: {
    readonly payment_account_id: string;
    readonly payment_method_type: PaymentType;
    /** ID of a stored method. */
    readonly payment_method_id?: string;
  }): Promise<ApiAnswer<SelectPaymentMethodResponse>> {
    const path = '/payment_links/hosted/select_payment_method';
    return this.send({ method: 'POST', path, body: method });
  }

  /** Types a card into the sandbox's fields, which give a token for it. */
  async type({ attempt_id, card_fields_url }: SelectPaymentMethodResponse, card: TestCard) {
    const fields = new ApiClient(new URL('.', card_fields_url).href.replace(/\/$/, ''));
    const body = { session: attempt_id, number: TEST_CARDS[card], ...EXPIRY };
    return fields.call<TypedCard>({ method: 'POST', path: '/tokens', body });
  }

  /** Hands in a typed card; any answer is an answer. */
  submit(attemptId: string, card: TypedCard): Promise<ApiAnswer<HostedView>> {
    const body = { attempt_id: attemptId, card };
    return this.send({ method: 'POST', path: '/payment_links/hosted/submit_card', body });
  }

  /** Pays with a method that needs no typing, once it was chosen; any answer is an answer. */
  submitChosen(attempt_id: string): Promise<ApiAnswer<HostedView>> {
    const path = '/payment_links/hosted/submit_payment_method';
    return this.send({ method: 'POST', path, body: { attempt_id } });
  }

  /** One tap on a method that needs no typing: chooses it and pays. */
  async tap(method: AvailablePaymentMethod): Promise<ApiAnswer<HostedView>> {
    const { payment_account_id, payment_method_type, payment_method_id } = method;
    const chosen = await this.choose({
      payment_account_id,
      payment_method_type,
      ...(payment_method_id && { payment_method_id }),
    });
    if (chosen.status === 200) return this.submitChosen(chosen.body.attempt_id);
    throw new UnexpectedAnswer({ method: 'POST', path: 'select_payment_method' }, chosen);
  }

  /** All of it, with one card. */
  async pay(card: TestCard): Promise<ApiAnswer<HostedView>> {
    const selected = await this.select();
    return this.submit(selected.attempt_id, await this.type(selected, card));
  }

  /** Chooses direct debit and goes through the steps of its mandate; its ID. */
  async debit(accountNumber: string): Promise<string> {
    const { mandate_id: mandateId = '', mandate_token } = await this.select('MANDATE');
    await new MandatePayer(this.api, mandate_token ?? '').authorize(accountNumber);
    return mandateId;
  }

  /** Answers the autopay screen. */
  answerAutopay(autopay_consent: boolean): Promise<HostedView> {
    const path = '/payment_links/hosted/autopay_enrollment';
    return this.call({ method: 'POST', path, body: { autopay_consent } });
  }

  /** Gives up the attempt to choose again. */
  change(): Promise<ApiAnswer<HostedView>> {
    return this.send({
      method: 'POST',
      path: '/payment_links/hosted/change_payment_method',
      body: {},
    });
  }

  /** The methods of the link, the preferred one first. */
  async offered(): Promise<AvailablePaymentMethod[]> {
    const path = '/payment_links/hosted/available_payment_methods';
    const { available_payment_methods } = await this.call<AvailablePaymentMethodsResponse>({
      method: 'GET',
      path,
    });
    return available_payment_methods;
  }

  private send<T>(request: ApiRequest): Promise<ApiAnswer<T>> {
    return this.api.send<T>({ ...request, token: this.token });
  }

  private call<T>(request: ApiRequest): Promise<T> {
    return this.api.call<T>({ ...request, token: this.token });
  }
}

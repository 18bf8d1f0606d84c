import { type ApiAnswer, type ApiFailure, troubleOf } from '../../../shared/api/api-answer.js';
import { PageFlow } from '../../../shared/flow/page-flow.js';
import type { CardSubmission, HostedApi } from '../api/hosted-api.js';
import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';
import type { CardOutcome } from '../card/card-fields-channel.js';
import type { SessionEnding } from '../../../shared/session/session-clock.js';
import type { MandateInHand } from '../session/session-store.js';
import { LinkSession, type LinkSessionDeps } from './link-session.js';
import {
  INITIAL_STATE,
  type PageState,
  type ReadyForm,
  type PayTrouble,
  type TypedCardForm,
} from './page-state.js';
import { type MethodKind, refusalOf, usableMethods, isUsedUp } from './payment-methods.js';
import { attemptIdOf, NEEDS_SESSION, POLLED, screenOf, attemptByMandate } from './screen-of.js';
import { safeUrl } from '../../../shared/api/safe-url.js';

/** The form, or why there is none. */
type PreparedForm =
  | { readonly kind: 'ready'; readonly form: ReadyForm }
  | { readonly kind: 'trouble'; readonly trouble: PayTrouble }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

interface PayPageDeps extends LinkSessionDeps {
  readonly browser: () => CardSubmission['browser'];
}

/** A submission without an answer may still arrive; so many polls must agree that it did not. */
const POLLS_BEFORE_NOT_RECEIVED = 3;

/** The payment page, without components: it calls the server and keeps the state. */
export class PayPage extends PageFlow<PageState> {
  private pollsWithoutCard = 0;
  private readonly link: LinkSession;

  constructor(private readonly deps: PayPageDeps) {
    const { api, timers } = deps;
    const link = new LinkSession(deps);
    super({
      initial: INITIAL_STATE,
      idle: { paying: 'idle' },
      access: link,
      timers,
      screenOf,
      polled: POLLED,
      needSession: NEEDS_SESSION,
      readView: (token) => api.view(token),
    });
    this.link = link;
  }

  /** The payer tries again after a failed attempt. */
  payAgain(): void {
    const { view } = this.state;
    if (!view) return;
    this.change({ retriedAttemptId: attemptIdOf(view), form: { phase: 'none' }, notice: null });
  }

  /** A fresh card iframe, after the one before never answered. */
  reloadForm(): void {
    if (this.state.paying !== 'idle') return;
    this.change({ form: { phase: 'none' }, notice: null });
  }

  cardFormSilent(): void {
    this.change({ notice: { kind: 'card_form_silent' } });
  }

  /** The payer is being sent to the issuer's page; from now on only on request. */
  challengeOpened(): void {
    const attemptId = this.state.view?.attempt?.attempt_id;
    if (!attemptId) return;
    const trail = this.link.noteChallenge(attemptId);
    this.change({ challengedAttemptId: trail.challengedAttemptId });
  }

  /** Takes the card from the iframe and submits it. A second call while one runs does nothing. */
  async pay(collect: () => Promise<CardOutcome>): Promise<void> {
    const { form, paying } = this.state;
    if (paying !== 'idle' || form.phase !== 'ready' || !form.card) return;
    this.change({ paying: 'collecting', notice: null });
    const outcome = await collect();
    if (!outcome.ok) return this.change({ paying: 'idle', notice: outcome.notice });
    const token = this.token();
    if (!token) return;
    this.submits({ paying: 'sending' });
    const { attemptId } = form.card;
    const submission = { attemptId, card: outcome.card, browser: this.deps.browser() };
    const answer = await this.deps.api.submitCard(token, submission);
    if (answer.ok) return this.submitted(answer.value);
    return this.submissionFailed(answer.failure, { payment_method_type: 'CARD' });
  }

  /** Pays with a saved method or a wallet. A second tap while one runs does nothing. */
  async tap(method: AvailablePaymentMethod): Promise<void> {
    if (this.state.paying !== 'idle') return;
    const accessToken = this.token();
    if (!accessToken) return;
    this.submits({ paying: 'sending' });
    const selected = await this.deps.api.selectMethod(accessToken, method);
    if (!selected.ok) return this.tapFailed(method, selected.failure);
    const { attempt_id: attemptId, mandate_token: token, surcharge_amount } = selected.value;
    if (token) return this.enterMandate({ attemptId, token }, surcharge_amount);
    if (method.payment_method_type === 'MANUAL') {
      this.change({ paying: 'idle' });
      return this.refresh();
    }
    const answer = await this.deps.api.submitMethod(accessToken, { attemptId });
    if (answer.ok) return this.submitted(answer.value);
    return this.submissionFailed(answer.failure, method);
  }

  /** Everything that the direct debit needs was given: the link learns it from its service. */
  mandateGiven(): void {
    this.change({ mandateGivenFor: this.state.mandate?.attemptId ?? null });
    void this.refresh();
  }

  /** The payer chooses another method than direct debit. */
  leaveMandate(): void {
    const { mandate } = this.link.noteMandate(null);
    this.change({ mandate, form: { phase: 'none' }, notice: null });
  }

  /** The payer answers whether later payments without the payer are permitted. */
  answerAutopay(consent: boolean): Promise<void> {
    return this.send((accessToken) => this.deps.api.answerAutopay(accessToken, consent));
  }

  /** The payer chooses another method than a transfer. */
  leaveTransfer(): Promise<void> {
    return this.send((accessToken) => this.deps.api.changeMethod(accessToken));
  }

  private async send(call: (token: string) => Promise<ApiAnswer<HostedView>>): Promise<void> {
    if (this.state.paying !== 'idle') return;
    const token = this.token();
    if (!token) return;
    this.submits({ paying: 'sending' });
    const answer = await call(token);
    if (answer.ok) return this.show(answer.value, { paying: 'idle' });
    this.change({ paying: 'idle' });
    if (answer.failure.kind === 'refused') return this.refresh();
    this.block(troubleOf(answer.failure));
  }

  private enterMandate(inHand: MandateInHand, surcharge?: number): void {
    const { view } = this.state;
    const { mandate } = this.link.noteMandate(inHand);
    const attempt = attemptByMandate(inHand, surcharge);
    this.change({ paying: 'idle', mandate, view: view && { ...view, attempt } });
  }

  /** Nothing was submitted yet, so nothing can have been charged. */
  private tapFailed(method: AvailablePaymentMethod, failure: ApiFailure): Promise<void> {
    if (failure.kind !== 'offline' && failure.kind !== 'server') {
      return this.submissionFailed(failure, method);
    }
    this.change({ paying: 'idle', form: { phase: 'none' }, notice: { kind: 'not_received' } });
    return Promise.resolve();
  }

  private submitted(view: HostedView): void {
    const done = { paying: 'idle', retriedAttemptId: null } as const;
    const stays = screenOf({ ...this.state, view, ...done }) === 'card_form';
    // The card token is spent either way, so a form that stays must be a fresh one.
    if (!stays) return this.show(view, done);
    this.show(view, { ...done, form: { phase: 'none' }, notice: { kind: 'not_accepted' } });
  }

  protected get busy(): boolean {
    return this.state.paying !== 'idle';
  }

  protected override get needsSession(): boolean {
    return this.state.paying !== 'sending' && NEEDS_SESSION.has(screenOf(this.state));
  }

  protected get settled(): boolean {
    return this.state.view?.status !== 'CREATED';
  }

  protected accept(view: HostedView): void {
    if (this.state.paying !== 'confirming') return this.show(view);
    const arrived = screenOf({ ...this.state, view, paying: 'idle' }) !== 'card_form';
    this.pollsWithoutCard = arrived ? 0 : this.pollsWithoutCard + 1;
    if (arrived) return this.show(view, { paying: 'idle' });
    if (this.pollsWithoutCard < POLLS_BEFORE_NOT_RECEIVED) return this.show(view);
    this.pollsWithoutCard = 0;
    this.show(view, { paying: 'idle', notice: { kind: 'not_received' } });
  }

  private show(view: HostedView, patch: Partial<PageState> = {}): void {
    const trail = this.link.follow(view);
    this.change({
      view,
      trouble: null,
      unreachable: false,
      openedSettled: view.status !== 'CREATED' && !trail.sawItOpen,
      challengedAttemptId: trail.challengedAttemptId,
      mandate: trail.mandate,
      ...patch,
    });
  }

  private async submissionFailed(failure: ApiFailure, method: MethodKind): Promise<void> {
    if (failure.kind === 'offline' || failure.kind === 'server') {
      this.pollsWithoutCard = 0;
      return this.change({ paying: 'confirming' });
    }
    const isLimited = failure.kind === 'rate_limited';
    if (failure.kind !== 'refused' && !isLimited) return this.block(troubleOf(failure));
    // Nothing was submitted, and the card token is spent. Most often the link has moved on.
    this.change({ paying: 'idle', form: { phase: 'preparing' } });
    await this.refresh();
    const { view, unreachable } = this.state;
    if (this.screen !== 'card_form' || !view) return;
    if (!isLimited)
      return this.change({ form: { phase: 'none' }, notice: refusalOf(method, failure) });
    if (isUsedUp(method, view)) return this.change({ form: { phase: 'none' } });
    // Whether waiting helps is known only from the link itself.
    this.block(unreachable ? { kind: 'offline' } : troubleOf(failure));
  }

  private async prepareForm(): Promise<void> {
    const { view } = this.state;
    const accessToken = this.token();
    if (!accessToken || !view) return;
    this.change({ form: { phase: 'preparing' } });
    const prepared = await prepareForm(this.deps.api, { accessToken, view });
    if (prepared.kind === 'failed') return this.formFailed(prepared.failure);
    if (prepared.kind === 'trouble') {
      return this.change({ trouble: prepared.trouble, paying: 'idle' });
    }
    if (this.state.form.phase === 'preparing') this.change({ form: prepared.form });
  }

  private async formFailed(failure: ApiFailure): Promise<void> {
    if (failure.kind !== 'refused') return this.block(troubleOf(failure));
    await this.refresh();
    if (this.screen === 'card_form') this.block({ kind: 'server' });
  }

  /** A direct debit's token is extended with the session. */
  protected override warned(ending: SessionEnding): void {
    this.change({ ending, mandate: this.link.mandate() });
  }

  protected override tidied(state: PageState): PageState {
    // The next form is a fresh one.
    const isForm = screenOf(state) === 'card_form' || state.form.phase === 'none';
    return isForm ? state : { ...state, form: { phase: 'none' }, notice: null };
  }

  protected shown(): void {
    const { form } = this.state;
    if (form.phase === 'none' && this.screen === 'card_form') void this.prepareForm();
  }
}

/** Requests the offered methods, and the card frame if the payer can type a card. */
async function prepareForm(
  api: HostedApi,
  { accessToken, view }: { readonly accessToken: string; readonly view: HostedView },
): Promise<PreparedForm> {
  const answer = await api.availableMethods(accessToken);
  if (!answer.ok) return { kind: 'failed', failure: answer.failure };
  const offered = answer.value.available_payment_methods;
  const left = offered.filter((method) => !isUsedUp(method, view));
  const { oneTap, newCard } = usableMethods(left);
  if (newCard) {
    const card = await prepareCard(api, { accessToken, method: newCard });
    return 'kind' in card ? card : { kind: 'ready', form: { phase: 'ready', oneTap, card } };
  }
  if (oneTap.length === 0) {
    const kind = left.length < offered.length ? 'used_up' : 'no_method';
    return { kind: 'trouble', trouble: { kind } };
  }
  return { kind: 'ready', form: { phase: 'ready', oneTap, card: null } };
}

async function prepareCard(
  api: HostedApi,
  { accessToken, method }: { accessToken: string; method: AvailablePaymentMethod },
): Promise<TypedCardForm | Exclude<PreparedForm, { kind: 'ready' }>> {
  // Whatever the surcharge is now, it is shown before the card is typed.
  const anyPrice = { ...method, surcharge_amount: undefined };
  const selected = await api.selectMethod(accessToken, anyPrice);
  if (!selected.ok) return { kind: 'failed', failure: selected.failure };
  const cardFieldsUrl = safeUrl(selected.value.card_fields_url);
  if (!cardFieldsUrl) return { kind: 'trouble', trouble: { kind: 'server' } };
  const brands = method.payment_methods_list ?? [];
  const { attempt_id: attemptId, surcharge_amount: surcharge } = selected.value;
  return { attemptId, cardFieldsUrl, brands, surchargeAmount: surcharge ?? 0 };
}

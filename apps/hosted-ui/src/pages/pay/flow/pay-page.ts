import { type ApiAnswer, type ApiFailure, troubleOf } from '../../../shared/api/api-answer.js';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { PageFlow } from '../../../shared/flow/page-flow.js';
import { challengedAttemptIn } from '../../../shared/session/link-token.js';
import {
  LinkAccess,
  type LinkAccessParts,
  type SessionCalls,
} from '../../../shared/session/page-access.js';
import type { MandateInHand, PageSessions } from '../../../shared/session/page-sessions.js';
import type { SessionEnding } from '../../../shared/session/session-clock.js';
import type { CardSubmission, HostedApi } from '../api/hosted-api.js';
import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';
import type { CardOutcome } from '../card/card-fields-channel.js';
import { INITIAL_STATE, keptFields, type PageState, type PayTrouble } from './page-state.js';
import { type MethodKind, refusalOf, usableMethods, isUsedUp } from './payment-methods.js';
import { attemptIdOf, SCREENS, screenOf, attemptByMandate } from './screen-of.js';

interface PayPageDeps extends LinkAccessParts {
  readonly api: HostedApi;
  readonly browser: () => CardSubmission['browser'];
}

/** A submission without an answer may still arrive; so many polls must agree that it did not. */
const POLLS_BEFORE_NOT_RECEIVED = 3;

/** The payment page, without components: it calls the server and keeps the state. */
export class PayPage extends PageFlow<PageState> {
  private pollsWithoutCard = 0;
  /** The attempt from whose challenge the payer returns; the frame that began it may be closed. */
  private cameBackFor: string | null;

  constructor(private readonly deps: PayPageDeps) {
    const { api, sessions, address, timers } = deps;
    super({
      initial: INITIAL_STATE,
      idle: { paying: 'idle' },
      access: new LinkAccess({ ...deps, api: sessionCalls(api, sessions) }),
      timers,
      screenOf,
      needs: SCREENS,
      readView: (token) => api.view(token),
    });
    this.cameBackFor = challengedAttemptIn(address);
  }

  /** The payer tries again after a failed attempt. */
  payAgain(): void {
    const { view } = this.state;
    if (!view) return;
    this.change({ retriedAttemptId: attemptIdOf(view), form: { phase: 'none' }, notice: null });
  }

  /** A fresh card iframe, after the one before never answered. */
  reloadForm(): void {
    if (this.busy) return;
    this.change({ form: { phase: 'none' }, notice: null });
  }

  /** @param message of the fields, in place of ours */
  cardFormSilent(message = ''): void {
    this.change({ notice: { kind: 'card_form_silent', message } });
  }

  /** The payer is being sent to the issuer's page; from now on only on request. */
  challengeOpened(): void {
    const attemptId = this.state.view?.attempt?.attempt_id;
    if (!attemptId) return;
    this.deps.sessions.note({ sentTo: attemptId });
    this.change({ challengedAttemptId: attemptId });
  }

  /** Takes the card from the iframe and submits it. A second call while one runs does nothing. */
  async pay(collect: () => Promise<CardOutcome>): Promise<void> {
    const { form, paying } = this.state;
    if (paying !== 'idle' || form.phase !== 'ready' || !form.card) return;
    this.change({ paying: 'collecting', notice: null });
    const outcome = await collect();
    if (!outcome.ok) return this.change({ paying: 'idle', notice: outcome.notice });
    const { api, browser } = this.deps;
    const { attemptId } = form.card;
    const submission = { attemptId, card: outcome.card, browser: browser() };
    await this.submit({ paying: 'sending' }, async (accessToken) =>
      this.submitted(await api.submitCard(accessToken, submission), {
        payment_method_type: 'CARD',
      }),
    );
  }

  /** Pays with a saved method or a wallet. A second tap while one runs does nothing. */
  async tap(method: AvailablePaymentMethod): Promise<void> {
    if (this.busy) return;
    const { api } = this.deps;
    await this.submit({ paying: 'sending' }, async (accessToken) => {
      const selected = await api.selectMethod(accessToken, method);
      if (!selected.ok) return this.tapFailed(method, selected.failure);
      const { attempt_id: attemptId, mandate_token: token, surcharge_amount } = selected.value;
      if (token) return this.enterMandate({ attemptId, token }, surcharge_amount);
      if (method.payment_method_type === 'MANUAL') {
        this.change({ paying: 'idle' });
        return this.refresh();
      }
      return this.submitted(await api.submitMethod(accessToken, { attemptId }), method);
    });
  }

  /** Everything that the direct debit needs was given: the link learns it from its service. */
  mandateGiven(): void {
    this.change({ mandateGivenFor: this.state.mandate?.attemptId ?? null });
    void this.refresh();
  }

  /** The payer chooses another method than direct debit. */
  leaveMandate(): void {
    this.deps.sessions.note({ mandate: null });
    this.change({ mandate: null, form: { phase: 'none' }, notice: null });
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
    if (this.busy) return;
    const answer = await this.submit({ paying: 'sending' }, call);
    if (!answer) return;
    if (answer.ok) return this.show(answer.value, { paying: 'idle' });
    this.change({ paying: 'idle' });
    if (answer.failure.kind === 'refused') return this.refresh();
    this.block(troubleOf(answer.failure));
  }

  private enterMandate(mandate: MandateInHand, surcharge?: number): void {
    const { view } = this.state;
    this.deps.sessions.note({ mandate });
    const attempt = attemptByMandate(mandate, surcharge);
    this.change({ paying: 'idle', mandate, view: view && { ...view, attempt } });
  }

  /** Nothing was submitted yet, so nothing can have been charged. */
  private async tapFailed(method: AvailablePaymentMethod, failure: ApiFailure): Promise<void> {
    if (failure.kind !== 'offline' && failure.kind !== 'server') {
      return this.submissionFailed(failure, method);
    }
    this.change({ paying: 'idle', form: { phase: 'none' }, notice: { kind: 'not_received' } });
  }

  private async submitted(answer: ApiAnswer<HostedView>, method: MethodKind): Promise<void> {
    if (!answer.ok) return this.submissionFailed(answer.failure, method);
    const view = answer.value;
    const done = { paying: 'idle', retriedAttemptId: null } as const;
    const stays = screenOf({ ...this.state, view, ...done }) === 'card_form';
    // The card token is spent either way, so a form that stays must be a fresh one.
    if (!stays) return this.show(view, done);
    this.show(view, { ...done, form: { phase: 'none' }, notice: { kind: 'not_accepted' } });
  }

  protected get busy(): boolean {
    return this.state.paying !== 'idle';
  }

  protected override get awaitsAnswer(): boolean {
    return this.state.paying === 'sending';
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
    const { sessions } = this.deps;
    const attemptId = view.attempt?.attempt_id;
    const cameBack = attemptId !== undefined && attemptId === this.cameBackFor;
    this.cameBackFor = null;
    sessions.follow(view.payment_link_id, cameBack || view.status === 'CREATED');
    if (cameBack) sessions.note({ sentTo: attemptId });
    const { trail } = sessions;
    this.change({
      view,
      trouble: null,
      unreachable: false,
      openedSettled: view.status !== 'CREATED' && !trail.sawItOpen,
      challengedAttemptId: trail.sentTo,
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
    this.change({ paying: 'idle', form: { phase: 'preparing', ...keptFields(this.state.form) } });
    await this.refresh();
    const { view, unreachable } = this.state;
    if (this.screen !== 'card_form' || !view) return;
    const form = { phase: 'none', ...keptFields(this.state.form) } as const;
    if (!isLimited) return this.change({ form, notice: refusalOf(method, failure) });
    if (isUsedUp(method, view)) return this.change({ form: { phase: 'none' } });
    // Whether waiting helps is known only from the link itself.
    this.block(unreachable ? { kind: 'offline' } : troubleOf(failure));
  }

  /** Requests the offered methods, and the card frame if the payer can type a card. */
  private async prepareForm(): Promise<void> {
    const { view } = this.state;
    const accessToken = this.token();
    if (!accessToken || !view) return;
    this.change({ form: { phase: 'preparing', ...keptFields(this.state.form) } });
    const answer = await this.deps.api.availableMethods(accessToken);
    if (!answer.ok) return this.formFailed(answer.failure);
    const offered = answer.value.available_payment_methods;
    const left = offered.filter((method) => !isUsedUp(method, view));
    const { oneTap, newCard } = usableMethods(left);
    if (!newCard && oneTap.length === 0) {
      return this.withoutForm({ kind: left.length < offered.length ? 'used_up' : 'no_method' });
    }
    if (!newCard) return this.formPrepared({ phase: 'ready', oneTap, card: null });
    // Whatever the surcharge is now, it is shown before the card is typed.
    const anyPrice = { ...newCard, surcharge_amount: undefined };
    const selected = await this.deps.api.selectMethod(accessToken, anyPrice);
    if (!selected.ok) return this.formFailed(selected.failure);
    const { attempt_id: attemptId, card_fields_url, surcharge_amount } = selected.value;
    const cardFieldsUrl = safeUrl(card_fields_url);
    if (!cardFieldsUrl) return this.withoutForm({ kind: 'server' });
    const brands = newCard.payment_methods_list ?? [];
    const card = { attemptId, cardFieldsUrl, brands, surchargeAmount: surcharge_amount ?? 0 };
    this.formPrepared({ phase: 'ready', oneTap, card });
  }

  private formPrepared(form: PageState['form']): void {
    if (this.state.form.phase === 'preparing') this.change({ form });
  }

  private withoutForm(trouble: PayTrouble): void {
    this.change({ trouble, paying: 'idle' });
  }

  private async formFailed(failure: ApiFailure): Promise<void> {
    if (failure.kind !== 'refused') return this.block(troubleOf(failure));
    await this.refresh();
    if (this.screen === 'card_form') this.block({ kind: 'server' });
  }

  /** A direct debit's token is extended with the session. */
  protected override warned(ending: SessionEnding): void {
    this.change({ ending, mandate: this.deps.sessions.trail.mandate });
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

/** Extends the session of a direct debit too: neither may end before the other. */
function sessionCalls(api: HostedApi, sessions: PageSessions): SessionCalls {
  return {
    openSession: (token) => api.openSession(token),
    extendSession: async (accessToken) => {
      const { mandate } = sessions.trail;
      if (mandate) {
        const longer = await api.extendMandate(mandate.token);
        if (!longer.ok) return longer;
        sessions.note({ mandate: { ...mandate, token: longer.value.access_token } });
      }
      return api.extendSession(accessToken);
    },
  };
}

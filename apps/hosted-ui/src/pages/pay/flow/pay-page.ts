import type { ApiAnswer, ApiFailure } from '../../../shared/api/api-answer.js';
import { troubleOf } from '../../../shared/api/trouble.js';
import type { CardSubmission } from '../api/hosted-api.js';
import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';
import type { CardOutcome } from '../card/card-fields-channel.js';
import type { MandateInHand, PageSession } from '../session/session-store.js';
import { LinkSession, type LinkSessionDeps } from './link-session.js';
import { attemptByMandate } from './attempt-under-way.js';
import { INITIAL_STATE, type PageState, type PayTrouble } from './page-state.js';
import { type MethodKind, refusalOf } from './payment-methods.js';
import { Poller } from '../../../shared/timing/poller.js';
import { prepareForm } from './prepare-form.js';
import { attemptIdOf, NEEDS_SESSION, POLLED, screenOf } from './screen-of.js';
import { isUsedUp } from './used-up.js';

interface PayPageDeps extends LinkSessionDeps {
  readonly browser: () => CardSubmission['browser'];
}

/** A submission without an answer may still arrive; so many polls must agree that it did not. */
const LOOKS_BEFORE_NOT_RECEIVED = 3;

/** The payment page, without components: it calls the server and keeps the state. */
export class PayPage {
  private current: PageState = INITIAL_STATE;
  private watcher: (state: PageState) => void = () => undefined;
  private readonly poller: Poller;
  /** Incremented by each submission; an answer from before it is outdated. */
  private epoch = 0;
  private looksWithoutCard = 0;
  private readonly link: LinkSession;

  constructor(private readonly deps: PayPageDeps) {
    this.poller = new Poller(deps.timers, () => this.refresh());
    this.link = new LinkSession(deps, {
      ending: (ending) => this.change({ ending, mandate: this.link.mandate() }),
      ranOut: () => this.sessionRanOut(),
    });
  }

  get state(): PageState {
    return this.current;
  }

  watch(watcher: (state: PageState) => void): void {
    this.watcher = watcher;
  }

  /** Opens the session (from the link, or the one this tab kept) and shows the link. */
  async start(): Promise<void> {
    const trouble = await this.link.open();
    return trouble ? this.block(trouble) : this.refresh();
  }

  /** The payer pressed "try again" on a screen that blocks the page. */
  async retry(): Promise<void> {
    this.change({ trouble: null, form: { phase: 'none' } });
    return this.current.view ? this.refresh() : this.start();
  }

  /** The payer returned to the tab, or the connection returned. */
  async resume(): Promise<void> {
    const { trouble, view, paying } = this.current;
    if (trouble?.kind === 'offline') return this.retry();
    if (trouble || !view || paying !== 'idle' || view.status !== 'CREATED') return;
    return this.refresh();
  }

  /** The payer needs more time than the session has. */
  stay(): Promise<void> {
    return this.link.stay();
  }

  /** The payer tries again after a failed attempt. */
  payAgain(): void {
    const { view } = this.current;
    if (!view) return;
    this.change({ retriedAttemptId: attemptIdOf(view), form: { phase: 'none' }, notice: null });
  }

  /** A fresh card iframe, after the one before never answered. */
  reloadForm(): void {
    if (this.current.paying !== 'idle') return;
    this.change({ form: { phase: 'none' }, notice: null });
  }

  cardFormSilent(): void {
    this.change({ notice: { kind: 'card_form_silent' } });
  }

  /** The payer is being sent to the issuer's page; from now on only on request. */
  challengeOpened(): void {
    const attemptId = this.current.view?.attempt?.attempt_id;
    if (!attemptId) return;
    const trail = this.link.noteChallenge(attemptId);
    this.change({ challengedAttemptId: trail.challengedAttemptId });
  }

  /** Takes the card from the iframe and submits it. A second call while one runs does nothing. */
  async pay(collect: () => Promise<CardOutcome>): Promise<void> {
    const { form, paying } = this.current;
    if (paying !== 'idle' || form.phase !== 'ready' || !form.card) return;
    this.change({ paying: 'collecting', notice: null });
    const outcome = await collect();
    if (!outcome.ok) return this.change({ paying: 'idle', notice: outcome.notice });
    const session = this.session();
    if (!session) return;
    this.epoch += 1;
    this.change({ paying: 'sending' });
    const { attemptId } = form.card;
    const submission = { attemptId, card: outcome.card, browser: this.deps.browser() };
    const answer = await this.deps.api.submitCard(session.accessToken, submission);
    if (answer.ok) return this.submitted(answer.value);
    return this.submissionFailed(answer.failure, { payment_method_type: 'CARD' });
  }

  /** Pays with a saved method or a wallet. A second tap while one runs does nothing. */
  async tap(method: AvailablePaymentMethod): Promise<void> {
    if (this.current.paying !== 'idle') return;
    const session = this.session();
    if (!session) return;
    this.epoch += 1;
    this.change({ paying: 'sending', notice: null });
    const selected = await this.deps.api.selectMethod(session.accessToken, method);
    if (!selected.ok) return this.tapFailed(method, selected.failure);
    const { attempt_id: attemptId, mandate_token: token, surcharge_amount } = selected.value;
    if (token) return this.enterMandate({ attemptId, token }, surcharge_amount);
    if (method.payment_method_type === 'MANUAL') {
      this.change({ paying: 'idle' });
      return this.refresh();
    }
    const answer = await this.deps.api.submitMethod(session.accessToken, { attemptId });
    if (answer.ok) return this.submitted(answer.value);
    return this.submissionFailed(answer.failure, method);
  }

  /** Everything that the direct debit needs was given: the link learns it from its service. */
  mandateGiven(): void {
    this.change({ mandateGivenFor: this.current.mandate?.attemptId ?? null });
    void this.refresh();
  }

  /** The payer chooses another method than direct debit. */
  leaveMandate(): void {
    const { mandate } = this.link.noteMandate(null);
    this.change({ mandate, form: { phase: 'none' }, notice: null });
  }

  /** The payer answers whether later payments without the payer are permitted. */
  answerAutopay(consent: boolean): Promise<void> {
    return this.tell((accessToken) => this.deps.api.answerAutopay(accessToken, consent));
  }

  /** The payer chooses another method than a transfer. */
  leaveTransfer(): Promise<void> {
    return this.tell((accessToken) => this.deps.api.changeMethod(accessToken));
  }

  private async tell(call: (token: string) => Promise<ApiAnswer<HostedView>>): Promise<void> {
    if (this.current.paying !== 'idle') return;
    const session = this.session();
    if (!session) return;
    this.epoch += 1;
    this.change({ paying: 'sending' });
    const answer = await call(session.accessToken);
    if (answer.ok) return this.accept(answer.value, { paying: 'idle' });
    this.change({ paying: 'idle' });
    if (answer.failure.kind === 'refused') return this.refresh();
    this.block(troubleOf(answer.failure));
  }

  private enterMandate(inHand: MandateInHand, surcharge?: number | null): void {
    const { view } = this.current;
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
    const stays = screenOf({ ...this.current, view, ...done }) === 'card_form';
    // The card token is spent either way, so a form that stays must be a fresh one.
    if (!stays) return this.accept(view, done);
    this.accept(view, { ...done, form: { phase: 'none' }, notice: { kind: 'not_accepted' } });
  }

  private sessionRanOut(): void {
    if (this.current.paying === 'sending' || !NEEDS_SESSION.has(screenOf(this.current))) return;
    this.block({ kind: 'session_ended' });
  }

  private async refresh(): Promise<void> {
    const session = this.session();
    if (!session) return;
    const asked = this.epoch;
    const answer = await this.deps.api.view(session.accessToken);
    if (asked !== this.epoch) return;
    if (answer.ok) return this.seen(answer.value);
    const { failure } = answer;
    if (failure.kind === 'rate_limited') this.poller.slowDown(failure.retryAfterMs);
    const mayPass = failure.kind !== 'unauthorized' && failure.kind !== 'refused';
    if (this.current.view && mayPass) return this.change({ unreachable: true });
    this.block(failure.kind === 'refused' ? { kind: 'invalid_link' } : troubleOf(failure));
  }

  private seen(view: HostedView): void {
    if (this.current.paying !== 'confirming') return this.accept(view, {});
    const arrived = screenOf({ ...this.current, view, paying: 'idle' }) !== 'card_form';
    this.looksWithoutCard = arrived ? 0 : this.looksWithoutCard + 1;
    if (arrived) return this.accept(view, { paying: 'idle' });
    if (this.looksWithoutCard < LOOKS_BEFORE_NOT_RECEIVED) return this.accept(view, {});
    this.looksWithoutCard = 0;
    this.accept(view, { paying: 'idle', notice: { kind: 'not_received' } });
  }

  private accept(view: HostedView, patch: Partial<PageState>): void {
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
      this.looksWithoutCard = 0;
      return this.change({ paying: 'confirming' });
    }
    const isLimited = failure.kind === 'rate_limited';
    if (failure.kind !== 'refused' && !isLimited) return this.block(troubleOf(failure));
    // Nothing was submitted, and the card token is spent. Most often the link has moved on.
    this.change({ paying: 'idle', form: { phase: 'preparing' } });
    await this.refresh();
    const { view, unreachable } = this.current;
    if (screenOf(this.current) !== 'card_form' || !view) return;
    if (!isLimited)
      return this.change({ form: { phase: 'none' }, notice: refusalOf(method, failure) });
    if (isUsedUp(method, view)) return this.change({ form: { phase: 'none' } });
    // Whether waiting helps is known only from the link itself.
    this.block(unreachable ? { kind: 'offline' } : troubleOf(failure));
  }

  private async prepareForm(): Promise<void> {
    const session = this.session();
    const { view } = this.current;
    if (!session || !view) return;
    this.change({ form: { phase: 'preparing' } });
    const prepared = await prepareForm(this.deps.api, { accessToken: session.accessToken, view });
    if (prepared.kind === 'failed') return this.formFailed(prepared.failure);
    if (prepared.kind === 'trouble') return this.block(prepared.trouble);
    if (this.current.form.phase === 'preparing') this.change({ form: prepared.form });
  }

  private async formFailed(failure: ApiFailure): Promise<void> {
    if (failure.kind !== 'refused') return this.block(troubleOf(failure));
    await this.refresh();
    if (screenOf(this.current) === 'card_form') this.block({ kind: 'server' });
  }

  private session(): PageSession | null {
    const session = this.link.current();
    if (!session) this.block({ kind: 'session_ended' });
    return session;
  }

  private block(trouble: PayTrouble): void {
    if (trouble.kind === 'session_ended') this.link.end();
    if (trouble.kind === 'rate_limited' && !trouble.over) {
      this.deps.timers.after(trouble.waitMs, () => {
        if (this.current.trouble === trouble) this.change({ trouble: { ...trouble, over: true } });
      });
    }
    this.change({ trouble, paying: 'idle' });
  }

  private change(patch: Partial<PageState>): void {
    this.current = { ...this.current, ...patch };
    const screen = screenOf(this.current);
    const leftForm = screen !== 'card_form' && this.current.form.phase !== 'none';
    if (leftForm) this.current = { ...this.current, form: { phase: 'none' }, notice: null };
    if (POLLED.has(screen)) this.poller.start();
    else this.poller.stop();
    this.watcher(this.current);
    if (screen === 'card_form' && this.current.form.phase === 'none') void this.prepareForm();
  }
}

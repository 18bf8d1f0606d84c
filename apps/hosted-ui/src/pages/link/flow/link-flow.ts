import type { ApiAnswer, ApiFailure } from '../../../shared/api/api-answer.js';
import { troubleOf, type Trouble } from '../../../shared/api/trouble.js';
import { Poller } from '../../../shared/timing/poller.js';
import { pollDelayMs } from '../../../shared/timing/poll-schedule.js';
import type { InstitutionQuestion } from '../api/link-api.js';
import type { LinkInstitution, LinkView } from '../api/link-view.js';
import type { LinkFlowDeps } from './link-flow-deps.js';
import { afterLook } from './after-view.js';
import { BankSearch } from './bank-search.js';
import { noticeAfter } from './failure-of.js';
import {
  IDLE,
  INITIAL_STATE,
  type Agreed,
  type LinkSending,
  type LinkState,
} from './link-state.js';
import { loginRequest } from './login-request.js';
import { LoginSender } from './login-sender.js';
import { linkScreenOf, POLLED, WORKING } from './screen-of.js';

type NamedBank = Pick<LinkInstitution, 'institution_id'>;

/** In ms: a bank usually answers within seconds, and a user is waiting. */
const SOON_MS = 1_000;
const SOON_LOOKS = 20;

/** The steps of a link, without components: it calls the server and keeps the state. */
export class LinkFlow {
  private current: LinkState;
  private watcher: (state: LinkState) => void = () => undefined;
  private readonly poller: Poller;
  readonly banks: BankSearch;
  private readonly sender: LoginSender;
  /** Incremented by each submission; a poll from before it is outdated. */
  private epoch = 0;

  constructor(private readonly deps: LinkFlowDeps) {
    const { api, timers, cameFromBank } = deps;
    this.current = { ...INITIAL_STATE, cameFromBank };
    this.sender = new LoginSender(api);
    this.poller = new Poller(
      timers,
      () => this.look(),
      (polls) => (polls < SOON_LOOKS ? SOON_MS : pollDelayMs(polls)),
    );
    this.banks = new BankSearch({
      timers,
      ask: (question) => this.find(question),
      state: () => this.current,
      change: (patch) => this.change(patch),
    });
  }

  get state(): LinkState {
    return this.current;
  }

  watch(watcher: (state: LinkState) => void): void {
    this.watcher = watcher;
  }

  /** Ends all notifications. */
  stop(): void {
    this.watcher = () => undefined;
    this.poller.stop();
    this.deps.access.rest();
  }

  async start(): Promise<void> {
    const admission = await this.deps.access.enter();
    if (!admission.ok) {
      const { reason } = admission;
      return this.block(typeof reason === 'string' ? { kind: reason } : troubleOf(reason));
    }
    this.deps.access.mind({
      ending: (ending) => this.change({ ending }),
      ranOut: () => {
        if (this.busy || !WORKING.has(linkScreenOf(this.current))) return;
        this.block({ kind: 'session_ended' });
      },
    });
    const { openedBankPage } = this.deps.sessions.trail;
    this.change({ openedBankPage: typeof openedBankPage === 'string' ? openedBankPage : null });
    await this.look();
  }

  /** The user pressed "try again" on a screen that blocks the page. */
  async retry(): Promise<void> {
    this.change({ trouble: null });
    return this.current.view ? this.look() : this.start();
  }

  /** The user returned to the tab, or the connection returned. */
  async resume(): Promise<void> {
    const { trouble, view, sending, left } = this.current;
    if (trouble?.kind === 'offline') return this.retry();
    if (sending.what === 'away') this.change({ sending: IDLE });
    else if (sending.what !== 'nothing') return;
    if (!trouble && view && !left) return this.look();
  }

  stay(): Promise<void> {
    return this.deps.access.stay();
  }

  /** Reads the form of a bank and its consent text. A concurrent second choice has no effect. */
  async choose(institution: NamedBank): Promise<void> {
    if (this.busy) return;
    const token = this.token();
    if (!token) return;
    this.sends({ what: 'offer', institution });
    const answer = await this.deps.api.offer(token, institution);
    if (!answer.ok) return this.refused(answer.failure);
    this.change({ offer: answer.value, agreed: null, sending: IDLE });
  }

  changeInstitution(): void {
    if (!this.busy) this.change({ offer: null, agreed: null, again: 'other', notice: null });
  }

  /** A bank's own page follows at once; a form has still to be filled in. */
  agree(agreed: Agreed): void {
    if (this.busy) return;
    this.change({ agreed, notice: null });
  }

  /** `typed`: the fields of the bank's form; null if it has none. */
  async logIn(typed: Readonly<Record<string, string>> | null): Promise<void> {
    const { view, offer, agreed } = this.current;
    if (this.busy || !view || !offer) return;
    const token = this.token();
    if (!token) return;
    this.deps.sessions.note({ openedBankPage: null });
    this.change({ openedBankPage: null });
    this.sends({ what: 'login' });
    const request = loginRequest({ view, offer, agreed });
    return this.took(await this.sender.login(token, { request, typed }));
  }

  typeAnew(): void {
    if (!this.busy) this.change({ typesAnew: true, notice: null });
  }

  async answer(typed: Readonly<Record<string, string>>): Promise<void> {
    const actionId = this.current.view?.action?.action_id;
    if (this.busy || actionId === undefined) return;
    const token = this.token();
    if (!token) return;
    this.sends({ what: 'action' });
    return this.took(await this.sender.answer(token, { actionId, typed }));
  }

  /** The user is being sent to the bank's page; from now on only on request. */
  bankPageOpened(openedBankPage: string): void {
    this.deps.sessions.note({ openedBankPage });
    this.change({ openedBankPage });
  }

  tryAgain(): void {
    const { view } = this.current;
    if (this.busy || !view) return;
    this.change({ again: 'same', notice: null });
    this.openChosen(view);
  }

  /** Gives the customer app its code. */
  finish(): Promise<void> {
    return this.end('result');
  }

  /** Nothing more is linked; the customer app learns why. */
  leave(): Promise<void> {
    return this.end('leave');
  }

  private get busy(): boolean {
    return this.current.sending.what !== 'nothing';
  }

  private async end(what: 'result' | 'leave'): Promise<void> {
    if (this.busy) return;
    const token = this.token();
    if (!token) return;
    this.sends({ what });
    const { api, access, handOver } = this.deps;
    const answer = await (what === 'result' ? api.result(token) : api.leave(token));
    if (!answer.ok) return this.refused(answer.failure);
    const went = handOver(answer.value, this.current.view?.ui_mode);
    const isStuck = went === 'refused' && answer.value.message === 'success';
    if (what === 'leave' && !isStuck) access.end();
    if (went === 'away') return this.change({ sending: { what: 'away' } });
    if (isStuck) return this.change({ sending: IDLE, notice: 'stuck' });
    this.change({ sending: IDLE, left: answer.value, cancelled: what === 'leave' });
  }

  private async took(answer: ApiAnswer<LinkView>): Promise<void> {
    if (!answer.ok) return this.refused(answer.failure);
    this.accept(answer.value, true);
    this.change({ sending: IDLE });
  }

  private sends(sending: LinkSending): void {
    this.epoch += 1;
    this.change({ sending, notice: null });
  }

  private async refused(failure: ApiFailure): Promise<void> {
    if (failure.kind === 'unauthorized' || failure.kind === 'rate_limited') {
      return this.block(troubleOf(failure));
    }
    const before = linkScreenOf(this.current);
    await this.look();
    // Without an answer it may have arrived all the same: then the page is already past this step.
    const stayed = linkScreenOf(this.current) === before;
    const notice = stayed || failure.kind === 'refused' ? noticeAfter(failure) : null;
    const { offer } = this.current;
    const isStale = notice === 'consent_changed' || notice === 'bank_not_offered';
    this.change({ sending: IDLE, notice, ...(isStale && { offer: null, agreed: null }) });
    // The words that are agreed to are others by now: they are shown, with the reason.
    if (notice === 'consent_changed' && offer) await this.chooseWith(notice, offer.institution);
  }

  private async chooseWith(notice: LinkState['notice'], bank: NamedBank): Promise<void> {
    await this.choose(bank);
    if (this.current.offer) this.change({ notice });
  }

  private async look(): Promise<void> {
    const token = this.token();
    if (!token) return;
    const asked = this.epoch;
    const answer = await this.deps.api.view(token);
    if (asked !== this.epoch) return;
    if (answer.ok) return this.accept(answer.value);
    const { failure } = answer;
    if (failure.kind === 'rate_limited') this.poller.slowDown(failure.retryAfterMs);
    const mayPass = failure.kind !== 'unauthorized' && failure.kind !== 'refused';
    if (this.current.view && mayPass) return this.change({ unreachable: true });
    this.block(failure.kind === 'refused' ? { kind: 'invalid_link' } : troubleOf(failure));
  }

  private accept(view: LinkView, isAnswer = false): void {
    this.change(afterLook(this.current, { view, isAnswer }));
    this.openChosen(view);
  }

  /** A bank that is chosen already is not looked for. */
  private openChosen(view: LinkView): void {
    const { offer, again, notice } = this.current;
    const { institution_id } = view;
    if (offer || !institution_id || again === 'other' || this.busy) return;
    const isOpen = view.step === 'CHOOSING' || again === 'same';
    void (isOpen ? this.chooseWith(notice, { institution_id }) : this.nameBank(institution_id));
  }

  /** After a reload: the name of the bank. */
  private async nameBank(institution_id: string): Promise<void> {
    const token = this.token();
    const answer = token && (await this.deps.api.offer(token, { institution_id }));
    if (answer && answer.ok && !this.current.offer) this.change({ offer: answer.value });
  }

  private async find(question: InstitutionQuestion) {
    const token = this.token();
    if (!token) return null;
    const answer = await this.deps.api.institutions(token, question);
    if (!answer.ok && answer.failure.kind === 'unauthorized') this.block({ kind: 'session_ended' });
    return answer;
  }

  private token(): string | null {
    const token = this.deps.access.token();
    if (!token) this.block({ kind: 'session_ended' });
    return token;
  }

  private block(trouble: Trouble): void {
    if (trouble.kind === 'session_ended') this.deps.access.end();
    if (trouble.kind === 'rate_limited' && !trouble.over) {
      this.deps.timers.after(trouble.waitMs, () => {
        if (this.current.trouble === trouble) this.change({ trouble: { ...trouble, over: true } });
      });
    }
    this.change({ trouble, sending: IDLE });
  }

  private change(patch: Partial<LinkState>): void {
    const before = linkScreenOf(this.current);
    this.current = { ...this.current, ...patch };
    const screen = linkScreenOf(this.current);
    // A message belongs to the step that it came up on.
    if (screen !== before && !('notice' in patch)) this.current = { ...this.current, notice: null };
    if (POLLED.has(screen) && !this.busy) this.poller.start();
    else this.poller.stop();
    this.watcher(this.current);
    if (screen === 'institution') this.banks.begin();
  }
}

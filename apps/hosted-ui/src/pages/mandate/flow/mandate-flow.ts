import type { ApiFailure } from '../../../shared/api/api-answer.js';
import { troubleOf, type Trouble } from '../../../shared/api/trouble.js';
import { Poller } from '../../../shared/timing/poller.js';
import type { Timers } from '../../../shared/timing/timers.js';
import type { MandateApi } from '../api/mandate-api.js';
import type { ChecklistItem, MandateView } from '../api/mandate-view.js';
import type { Institution } from '../../../shared/banks/institution.js';
import { InstitutionSearch } from '../../../shared/banks/institution-search.js';
import type { AccountEntry } from './account-entry.js';
import { ChecklistSender, consentItems, loginItems } from './checklist-sender.js';
import type { PageAccess } from '../../../shared/session/page-access.js';
import type { MandateSessions } from './mandate-sessions.js';
import { IDLE, INITIAL_STATE, type Login, type MandateState } from './mandate-state.js';
import { afterFailure } from './notice-of.js';
import { AT_BANK, mandateScreenOf, OPEN, POLLED, WORKING } from './screen-of.js';

interface MandateFlowDeps {
  readonly api: MandateApi;
  readonly access: PageAccess;
  readonly sessions: MandateSessions;
  readonly timers: Timers;
  /** The page was opened by the bank's page. */
  readonly cameFromBank: boolean;
}

/** The steps of a mandate, without components: it calls the server and keeps the state. */
export class MandateFlow {
  private current: MandateState;
  private watcher: (state: MandateState) => void = () => undefined;
  private readonly poller: Poller;
  private readonly search: InstitutionSearch<Institution>;
  private readonly sender: ChecklistSender;
  /** Incremented by each submission; a poll from before it is outdated. */
  private epoch = 0;

  constructor(private readonly deps: MandateFlowDeps) {
    const { api, timers, cameFromBank } = deps;
    this.current = { ...INITIAL_STATE, cameFromBank };
    this.poller = new Poller(timers, () => this.look());
    this.sender = new ChecklistSender(api);
    this.search = new InstitutionSearch({
      timers,
      ask: (query) => this.find(query),
      changed: (search) => this.change({ search }),
    });
  }

  get state(): MandateState {
    return this.current;
  }

  watch(watcher: (state: MandateState) => void): void {
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
    if (admission.ok) {
      this.deps.access.mind({
        ending: (ending) => this.change({ ending }),
        ranOut: () => {
          if (this.busy || !WORKING.has(mandateScreenOf(this.current))) return;
          this.block({ kind: 'session_ended' });
        },
      });
      await this.look();
      // The bank answers before its visitor is back: still to be confirmed means refused there.
      if (this.current.cameFromBank && mandateScreenOf(this.current) === 'bank_page') {
        this.change({ notice: 'not_approved' });
      }
      return;
    }
    const { reason } = admission;
    this.block(typeof reason === 'string' ? { kind: reason } : troubleOf(reason));
  }

  /** The payer pressed "try again" on a screen that blocks the page. */
  async retry(): Promise<void> {
    this.change({ trouble: null });
    return this.current.view ? this.look() : this.start();
  }

  /** The payer returned to the tab, or the connection returned. */
  async resume(): Promise<void> {
    const { trouble, view, sending } = this.current;
    if (trouble?.kind === 'offline') return this.retry();
    if (trouble || !view || sending.what !== 'nothing' || view.status === 'SUCCEEDED') return;
    return this.look();
  }

  stay(): Promise<void> {
    return this.deps.access.stay();
  }

  typeQuery(query: string): void {
    this.change({ notice: null });
    this.search.type(query);
  }

  searchAgain(): void {
    this.search.again();
  }

  /** The payer's bank. A second choice while one runs does nothing. */
  async choose(institution: Institution): Promise<void> {
    if (this.busy) return;
    const token = this.token();
    if (!token) return;
    this.sends({ what: 'institution', institution });
    const answer = await this.deps.api.choose(token, institution);
    if (!answer.ok) return this.refused(answer.failure);
    this.change({ editing: null, account: null, login: null });
    return this.sent();
  }

  changeInstitution(): void {
    if (!this.busy) this.change({ editing: 'institution', notice: null });
  }

  editAccount(): void {
    if (!this.busy) this.change({ editing: 'account', notice: null });
  }

  /** Leaves the step that the payer went back to, with nothing changed. */
  stopEditing(): void {
    this.change({ editing: null, notice: null });
  }

  /** Kept in this page until the payer agrees. */
  enterAccount(account: AccountEntry): void {
    this.change({ account, editing: null, notice: null });
  }

  async agree(ownMost: number | null = null): Promise<void> {
    const { view, account } = this.current;
    if (view) await this.submit('consent', consentItems(view, { account, ownMost }));
  }

  async signIn(login: Login): Promise<void> {
    const { view } = this.current;
    if (!view || this.busy) return;
    this.change({ login });
    await this.submit('login', loginItems(view, { login }));
  }

  async enterCode(otp: string): Promise<void> {
    const { view, login } = this.current;
    if (view && login) await this.submit('otp', loginItems(view, { login, otp }));
  }

  /** Another user ID, or the same one from the start. */
  signInAgain(): void {
    if (!this.busy) this.change({ login: null, notice: null });
  }

  /** The payer is being sent to the bank's page; from now on only on request. */
  bankPageOpened(url: string): void {
    const { openedBankPage } = this.deps.sessions.noteBankPage(url);
    this.change({ openedBankPage });
  }

  /** The payer declines the mandate. */
  async decline(): Promise<void> {
    if (this.busy) return;
    const token = this.token();
    if (!token) return;
    this.sends({ what: 'leave' });
    const answer = await this.deps.api.leave(token);
    if (!answer.ok) return this.refused(answer.failure);
    this.change({ declined: true, account: null, login: null, editing: null });
    return this.sent();
  }

  /** A mandate that is still open may be agreed to after all. */
  reconsider(): void {
    this.change({ declined: false, notice: null });
  }

  private get busy(): boolean {
    return this.current.sending.what !== 'nothing';
  }

  private async submit(
    what: 'consent' | 'login' | 'otp',
    items: readonly ChecklistItem[],
  ): Promise<void> {
    const { view } = this.current;
    if (this.busy || !view || items.length === 0) return;
    const token = this.token();
    if (!token) return;
    this.sends({ what });
    const answer = await this.sender.send(token, { view, items });
    return answer.ok ? this.sent() : this.refused(answer.failure);
  }

  private sends(sending: MandateState['sending']): void {
    this.epoch += 1;
    this.change({ sending, notice: null });
  }

  private async sent(): Promise<void> {
    await this.look();
    this.change({ sending: IDLE });
  }

  private async refused(failure: ApiFailure): Promise<void> {
    const { what } = this.current.sending;
    if (failure.kind === 'unauthorized' || failure.kind === 'rate_limited') {
      return this.block(troubleOf(failure));
    }
    const before = mandateScreenOf(this.current);
    await this.look();
    // Without an answer it may have arrived all the same: then the page is already past this step.
    const stayed = mandateScreenOf(this.current) === before;
    const { unreachable } = this.current;
    this.change(afterFailure(failure, { what, stayed, unreachable }));
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

  private accept(view: MandateView): void {
    const isOpen = OPEN.has(view.status);
    const trail = this.deps.sessions.follow(view.mandate_id, isOpen || AT_BANK.has(view.status));
    this.change({
      view,
      trouble: null,
      unreachable: false,
      openedSettled: !trail.sawItOpen,
      openedBankPage: trail.openedBankPage,
      looksAtBank: AT_BANK.has(view.status) ? this.current.looksAtBank + 1 : 0,
      ...(!isOpen && { login: null }),
    });
  }

  private async find(query: string) {
    const token = this.token();
    if (!token) return null;
    const answer = await this.deps.api.institutions(token, { query });
    if (!answer.ok && answer.failure.kind === 'unauthorized') this.block({ kind: 'session_ended' });
    return answer;
  }

  private token(): string | null {
    const token = this.deps.access.token();
    if (!token) this.block({ kind: 'session_ended' });
    return token;
  }

  private block(trouble: Trouble): void {
    if (trouble.kind === 'session_ended') {
      this.deps.access.end();
      // Whoever has nothing left to do is not asked to begin again.
      if (mandateScreenOf(this.current) === 'submitted') return this.poller.stop();
    }
    if (trouble.kind === 'rate_limited' && !trouble.over) {
      this.deps.timers.after(trouble.waitMs, () => {
        if (this.current.trouble === trouble) this.change({ trouble: { ...trouble, over: true } });
      });
    }
    this.change({ trouble, sending: IDLE });
  }

  private change(patch: Partial<MandateState>): void {
    const before = mandateScreenOf(this.current);
    this.current = { ...this.current, ...patch };
    const screen = mandateScreenOf(this.current);
    // A message belongs to the step that it came up on.
    if (screen !== before && !('notice' in patch)) this.current = { ...this.current, notice: null };
    if (POLLED.has(screen)) this.poller.start();
    else this.poller.stop();
    this.watcher(this.current);
    if (screen === 'institution') this.search.begin();
  }
}

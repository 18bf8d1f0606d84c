import { type ApiFailure, type Trouble, troubleOf } from '../../../shared/api/api-answer.js';
import { PageFlow } from '../../../shared/flow/page-flow.js';
import type { Timers } from '../../../shared/timing/timers.js';
import type { MandateApi } from '../api/mandate-api.js';
import type { ChecklistItem, MandateView } from '../api/mandate-view.js';
import type { Institution } from '../../../shared/api/page-types.js';
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
export class MandateFlow extends PageFlow<MandateState> {
  private readonly search: InstitutionSearch<Institution>;
  private readonly sender: ChecklistSender;

  constructor(private readonly deps: MandateFlowDeps) {
    const { api, access, timers, cameFromBank } = deps;
    super({
      initial: { ...INITIAL_STATE, cameFromBank },
      idle: { sending: IDLE },
      access,
      timers,
      screenOf: mandateScreenOf,
      polled: POLLED,
      needSession: WORKING,
      readView: (token) => api.view(token),
    });
    this.sender = new ChecklistSender(api);
    this.search = new InstitutionSearch({
      timers,
      ask: (query) => this.query((token) => api.institutions(token, { query })),
      changed: (search) => this.change({ search }),
    });
  }

  override async start(): Promise<void> {
    await super.start();
    // The bank answers before its visitor is back: still to be confirmed means refused there.
    if (this.state.cameFromBank && this.screen === 'bank_page') {
      this.change({ notice: 'not_approved' });
    }
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
    this.submits({ sending: { what: 'institution', institution } });
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
    const { view, account } = this.state;
    if (view) await this.submit('consent', consentItems(view, { account, ownMost }));
  }

  async signIn(login: Login): Promise<void> {
    const { view } = this.state;
    if (!view || this.busy) return;
    this.change({ login });
    await this.submit('login', loginItems(view, { login }));
  }

  async enterCode(otp: string): Promise<void> {
    const { view, login } = this.state;
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
    this.submits({ sending: { what: 'leave' } });
    const answer = await this.deps.api.leave(token);
    if (!answer.ok) return this.refused(answer.failure);
    this.change({ declined: true, account: null, login: null, editing: null });
    return this.sent();
  }

  /** A mandate that is still open may be agreed to after all. */
  reconsider(): void {
    this.change({ declined: false, notice: null });
  }

  protected get busy(): boolean {
    return this.state.sending.what !== 'nothing';
  }

  protected get settled(): boolean {
    return this.state.view?.status === 'SUCCEEDED';
  }

  private async submit(
    what: 'consent' | 'login' | 'otp',
    items: readonly ChecklistItem[],
  ): Promise<void> {
    const { view } = this.state;
    if (this.busy || !view || items.length === 0) return;
    const token = this.token();
    if (!token) return;
    this.submits({ sending: { what } });
    const answer = await this.sender.send(token, { view, items });
    return answer.ok ? this.sent() : this.refused(answer.failure);
  }

  private async sent(): Promise<void> {
    await this.refresh();
    this.change({ sending: IDLE });
  }

  private async refused(failure: ApiFailure): Promise<void> {
    const { what } = this.state.sending;
    if (failure.kind === 'unauthorized' || failure.kind === 'rate_limited') {
      return this.block(troubleOf(failure));
    }
    const before = this.screen;
    await this.refresh();
    // Without an answer it may have arrived all the same: then the page is already past this step.
    const stayed = this.screen === before;
    const { unreachable } = this.state;
    this.change(afterFailure(failure, { what, stayed, unreachable }));
  }

  protected accept(view: MandateView): void {
    const isOpen = OPEN.has(view.status);
    const trail = this.deps.sessions.follow(view.mandate_id, isOpen || AT_BANK.has(view.status));
    this.change({
      view,
      trouble: null,
      unreachable: false,
      openedSettled: !trail.sawItOpen,
      openedBankPage: trail.openedBankPage,
      pollsAtBank: AT_BANK.has(view.status) ? this.state.pollsAtBank + 1 : 0,
      ...(!isOpen && { login: null }),
    });
  }

  protected override block(trouble: Trouble): void {
    // A payer who has nothing left to do is not asked to begin again.
    if (trouble.kind === 'session_ended' && this.screen === 'submitted') {
      this.deps.access.end();
      return this.poller.stop();
    }
    super.block(trouble);
  }

  protected shown(): void {
    if (this.screen === 'institution') this.search.begin();
  }
}

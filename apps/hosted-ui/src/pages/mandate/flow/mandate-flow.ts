import type { ApiFailure, Trouble } from '../../../shared/api/api-answer.js';
import type { Institution } from '../../../shared/api/page-types.js';
import { BankFlow, IDLE } from '../../../shared/banks/bank-flow.js';
import type { PageAccess } from '../../../shared/session/page-access.js';
import type { PageSessions } from '../../../shared/session/page-sessions.js';
import type { Timers } from '../../../shared/timing/timers.js';
import type { MandateApi } from '../api/mandate-api.js';
import type { ChecklistItem, MandateView } from '../api/mandate-view.js';
import type { AccountEntry } from './account-entry.js';
import { consentItems, loginItems, sendChecklist } from './checklist-sender.js';
import { INITIAL_STATE, type Login, type MandateState } from './mandate-state.js';
import { afterFailure, type FailedSending } from './notice-of.js';
import { AT_BANK, MANDATE_SCREENS, mandateScreenOf, OPEN } from './screen-of.js';

interface MandateFlowDeps {
  readonly api: MandateApi;
  readonly access: PageAccess;
  readonly sessions: PageSessions;
  readonly timers: Timers;
  /** The page was opened by the bank's page. */
  readonly cameFromBank: boolean;
}

/** The steps of a mandate, without components: it calls the server and keeps the state. */
export class MandateFlow extends BankFlow<Institution, MandateState> {
  constructor(private readonly deps: MandateFlowDeps) {
    const { api, cameFromBank } = deps;
    super({
      ...deps,
      initial: { ...INITIAL_STATE, cameFromBank },
      screenOf: mandateScreenOf,
      needs: MANDATE_SCREENS,
      readView: (token) => api.view(token),
      banks: (token, search) => api.institutions(token, search),
    });
  }

  override async start(): Promise<void> {
    await super.start();
    // The bank answers before its visitor is back: still to be confirmed means refused there.
    if (this.state.cameFromBank && this.screen === 'bank_page') {
      this.change({ notice: 'not_approved' });
    }
  }

  /** The payer's bank. */
  choose(institution: Institution): Promise<void> {
    const choose = (token: string) => this.deps.api.choose(token, institution);
    return this.send({ what: 'institution', institution }, choose, () => {
      this.change({ editing: null, account: null, login: null });
      return this.sent();
    });
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

  async agree(ownLimit: number | null = null): Promise<void> {
    const { view, account } = this.state;
    if (view) await this.give('consent', consentItems(view, { account, ownLimit }));
  }

  async signIn(login: Login): Promise<void> {
    const { view } = this.state;
    if (!view || this.busy) return;
    this.change({ login });
    await this.give('login', loginItems(view, { login }));
  }

  async enterCode(otp: string): Promise<void> {
    const { view, login } = this.state;
    if (view && login) await this.give('otp', loginItems(view, { login, otp }));
  }

  /** Another user ID, or the same one from the start. */
  signInAgain(): void {
    if (!this.busy) this.change({ login: null, notice: null });
  }

  /** The payer declines the mandate. */
  decline(): Promise<void> {
    return this.send(
      { what: 'leave' },
      (token) => this.deps.api.leave(token),
      () => {
        this.change({ declined: true, account: null, login: null, editing: null });
        return this.sent();
      },
    );
  }

  /** A mandate that is still open may be agreed to after all. */
  reconsider(): void {
    this.change({ declined: false, notice: null });
  }

  protected get settled(): boolean {
    return this.state.view?.status === 'SUCCEEDED';
  }

  private async give(
    what: 'consent' | 'login' | 'otp',
    items: readonly ChecklistItem[],
  ): Promise<void> {
    const { view } = this.state;
    if (!view || items.length === 0) return;
    const { api } = this.deps;
    await this.send(
      { what },
      (accessToken) => sendChecklist(api, { accessToken, view, items }),
      () => this.sent(),
    );
  }

  private async sent(): Promise<void> {
    await this.refresh();
    this.change({ sending: IDLE });
  }

  protected failed(failure: ApiFailure, sent: Pick<FailedSending, 'what' | 'stayed'>): void {
    const { unreachable } = this.state;
    this.change(afterFailure(failure, { ...sent, unreachable }));
  }

  protected accept(view: MandateView): void {
    const isOpen = OPEN.has(view.status);
    const isAtBank = AT_BANK.has(view.status);
    const trail = this.deps.sessions.follow(view.mandate_id, isOpen || isAtBank);
    this.change({
      view,
      trouble: null,
      unreachable: false,
      openedSettled: !trail.sawItOpen,
      openedBankPage: trail.sentTo,
      pollsAtBank: isAtBank ? this.state.pollsAtBank + 1 : 0,
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
}

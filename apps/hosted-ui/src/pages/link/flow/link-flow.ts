import { type ApiAnswer, type ApiFailure, troubleOf } from '../../../shared/api/api-answer.js';
import { PageFlow } from '../../../shared/flow/page-flow.js';
import { pollDelayMs } from '../../../shared/timing/poller.js';
import type { LinkInstitution, LinkView, LinkResult } from '../api/link-view.js';
import { noticeAfter, typedAgain } from './failure-of.js';
import {
  IDLE,
  INITIAL_STATE,
  type Agreed,
  type LinkState,
  type InstitutionFilter,
} from './link-state.js';
import { loginRequest } from './login-form.js';
import { LoginSender } from './login-sender.js';
import { linkScreenOf, POLLED, WORKING } from './screen-of.js';
import type { PageAccess } from '../../../shared/session/page-access.js';
import type { PageSessions } from '../../../shared/session/page-sessions.js';
import type { Timers } from '../../../shared/timing/timers.js';
import type { LinkApi, InstitutionQuestion } from '../api/link-api.js';
import { InstitutionSearch } from '../../../shared/banks/institution-search.js';

interface BankSearchParts {
  readonly timers: Timers;
  readonly ask: (
    question: InstitutionQuestion,
  ) => Promise<ApiAnswer<{ institutions: LinkInstitution[] }> | null>;
  readonly state: () => LinkState;
  readonly change: (patch: Partial<LinkState>) => void;
}

/** The search of banks, narrowed by country and type. */
class BankSearch {
  private readonly search: InstitutionSearch<LinkInstitution>;

  constructor(private readonly parts: BankSearchParts) {
    this.search = new InstitutionSearch({
      timers: parts.timers,
      ask: (query) => parts.ask({ query, ...parts.state().filter }),
      changed: (search) => parts.change({ search }),
    });
  }

  begin(): void {
    this.search.begin();
  }

  type(query: string): void {
    this.parts.change({ notice: null });
    this.search.type(query);
  }

  again(): void {
    this.search.again();
  }

  narrow(filter: Partial<InstitutionFilter>): void {
    const { state, change } = this.parts;
    change({ filter: { ...state().filter, ...filter }, notice: null });
    this.search.again();
  }
}

/** Dependencies of the steps of a link. */
interface LinkFlowDeps {
  readonly api: LinkApi;
  readonly access: PageAccess;
  readonly sessions: Pick<PageSessions, 'trail' | 'note'>;
  readonly timers: Timers;
  /** The page was opened by the bank's page. */
  readonly cameFromBank: boolean;
  /** Takes the result to the customer app: where to the browser goes, if anywhere. */
  readonly handOver: (
    result: LinkResult,
    uiMode: LinkView['ui_mode'] | undefined,
  ) => 'away' | 'nowhere' | 'refused';
}

type NamedBank = Pick<LinkInstitution, 'institution_id'>;

/** In ms: a bank usually answers within seconds, and a user is waiting. */
const SOON_MS = 1_000;
const SOON_POLLS = 20;

/** The steps of a link, without components: it calls the server and keeps the state. */
export class LinkFlow extends PageFlow<LinkState> {
  readonly banks: BankSearch;
  private readonly sender: LoginSender;

  constructor(private readonly deps: LinkFlowDeps) {
    const { api, access, timers, cameFromBank } = deps;
    super({
      initial: { ...INITIAL_STATE, cameFromBank },
      idle: { sending: IDLE },
      access,
      timers,
      screenOf: linkScreenOf,
      polled: POLLED,
      needSession: WORKING,
      readView: (token) => api.view(token),
      pollDelayMs: (polls) => (polls < SOON_POLLS ? SOON_MS : pollDelayMs(polls)),
    });
    this.sender = new LoginSender(api);
    this.banks = new BankSearch({
      timers,
      ask: (question) => this.query((token) => api.institutions(token, question)),
      state: () => this.state,
      change: (patch) => this.change(patch),
    });
  }

  override start(): Promise<void> {
    const { openedBankPage } = this.deps.sessions.trail;
    this.change({ openedBankPage: typeof openedBankPage === 'string' ? openedBankPage : null });
    return super.start();
  }

  override resume(): Promise<void> {
    if (this.state.sending.what === 'away') this.change({ sending: IDLE });
    return super.resume();
  }

  /** Reads the form of a bank and its consent text. A concurrent second choice has no effect. */
  async choose(institution: NamedBank): Promise<void> {
    if (this.busy) return;
    const token = this.token();
    if (!token) return;
    this.submits({ sending: { what: 'offer', institution } });
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
    const { view, offer, agreed } = this.state;
    if (this.busy || !view || !offer) return;
    const token = this.token();
    if (!token) return;
    this.deps.sessions.note({ openedBankPage: null });
    this.change({ openedBankPage: null });
    this.submits({ sending: { what: 'login' } });
    const request = loginRequest({ view, offer, agreed });
    return this.answered(await this.sender.login(token, { request, typed }));
  }

  typeAnew(): void {
    if (!this.busy) this.change({ typesAnew: true, notice: null });
  }

  async answer(typed: Readonly<Record<string, string>>): Promise<void> {
    const actionId = this.state.view?.action?.action_id;
    if (this.busy || actionId === undefined) return;
    const token = this.token();
    if (!token) return;
    this.submits({ sending: { what: 'action' } });
    return this.answered(await this.sender.answer(token, { actionId, typed }));
  }

  /** The user is being sent to the bank's page; from now on only on request. */
  bankPageOpened(openedBankPage: string): void {
    this.deps.sessions.note({ openedBankPage });
    this.change({ openedBankPage });
  }

  tryAgain(): void {
    const { view } = this.state;
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

  protected get busy(): boolean {
    return this.state.sending.what !== 'nothing';
  }

  protected override get polled(): boolean {
    return !this.busy && super.polled;
  }

  protected get settled(): boolean {
    return this.state.left !== null;
  }

  private async end(what: 'result' | 'leave'): Promise<void> {
    if (this.busy) return;
    const token = this.token();
    if (!token) return;
    this.submits({ sending: { what } });
    const { api, access, handOver } = this.deps;
    const answer = await (what === 'result' ? api.result(token) : api.leave(token));
    if (!answer.ok) return this.refused(answer.failure);
    const went = handOver(answer.value, this.state.view?.ui_mode);
    const isStuck = went === 'refused' && answer.value.message === 'success';
    if (what === 'leave' && !isStuck) access.end();
    if (went === 'away') return this.change({ sending: { what: 'away' } });
    if (isStuck) return this.change({ sending: IDLE, notice: 'stuck' });
    this.change({ sending: IDLE, left: answer.value, cancelled: what === 'leave' });
  }

  private async answered(answer: ApiAnswer<LinkView>): Promise<void> {
    if (!answer.ok) return this.refused(answer.failure);
    this.accept(answer.value, true);
    this.change({ sending: IDLE });
  }

  private async refused(failure: ApiFailure): Promise<void> {
    if (failure.kind === 'unauthorized' || failure.kind === 'rate_limited') {
      return this.block(troubleOf(failure));
    }
    const before = this.screen;
    await this.refresh();
    // Without an answer it may have arrived all the same: then the page is already past this step.
    const stayed = this.screen === before;
    const notice = stayed || failure.kind === 'refused' ? noticeAfter(failure) : null;
    const { offer } = this.state;
    const isStale = notice === 'consent_changed' || notice === 'bank_not_offered';
    this.change({ sending: IDLE, notice, ...(isStale && { offer: null, agreed: null }) });
    // The words that are agreed to are others by now: they are shown, with the reason.
    if (notice === 'consent_changed' && offer) await this.chooseWith(notice, offer.institution);
  }

  private async chooseWith(notice: LinkState['notice'], bank: NamedBank): Promise<void> {
    await this.choose(bank);
    if (this.state.offer) this.change({ notice });
  }

  protected accept(view: LinkView, isAnswer = false): void {
    this.change(afterView(this.state, { view, isAnswer }));
    this.openChosen(view);
  }

  /** A bank that is chosen already is not looked for. */
  private openChosen(view: LinkView): void {
    const { offer, again, notice } = this.state;
    const { institution_id } = view;
    if (offer || !institution_id || again === 'other' || this.busy) return;
    const isOpen = view.step === 'CHOOSING' || again === 'same';
    void (isOpen ? this.chooseWith(notice, { institution_id }) : this.nameBank(institution_id));
  }

  /** After a reload: the name of the bank. */
  private async nameBank(institution_id: string): Promise<void> {
    const token = this.token();
    const answer = token && (await this.deps.api.offer(token, { institution_id }));
    if (answer && answer.ok && !this.state.offer) this.change({ offer: answer.value });
  }

  protected shown(): void {
    if (this.screen === 'institution') this.banks.begin();
  }
}

interface NewView {
  readonly view: LinkView;
  /** The view is the answer to the user's last submission. */
  readonly isAnswer: boolean;
}

/**
 * The changes after a new view of the login. A failure that other input can solve shows the form
 * again at once.
 */
function afterView(
  { view: before, again }: Pick<LinkState, 'view' | 'again'>,
  { view, isAnswer }: NewView,
): Partial<LinkState> {
  const { step } = view;
  const isNew = before?.step !== 'FAILED' || isAnswer;
  const hasFailed = step === 'FAILED' && isNew;
  const notice = hasFailed ? typedAgain(view) : null;
  const goesOn = step === 'CHOOSING' || step === 'FAILED' ? again : 'no';
  return {
    view,
    trouble: null,
    unreachable: false,
    again: hasFailed ? (notice ? 'same' : 'no') : goesOn,
    ...(notice && { notice }),
    ...(notice === 'kept_login' && { typesAnew: true }),
  };
}

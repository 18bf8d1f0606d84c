import type { ApiAnswer, ApiFailure } from '../../../shared/api/api-answer.js';
import { BankFlow, IDLE } from '../../../shared/banks/bank-flow.js';
import { type PublicKey, seal } from '../../../shared/crypto/seal.js';
import type { PageAccess } from '../../../shared/session/page-access.js';
import type { PageSessions } from '../../../shared/session/page-sessions.js';
import { pollDelayMs } from '../../../shared/timing/poller.js';
import type { Timers } from '../../../shared/timing/timers.js';
import type { LinkApi } from '../api/link-api.js';
import type { EncryptedPayload, LinkInstitution, LinkResult, LinkView } from '../api/link-view.js';
import { noticeAfter, typedAgain } from './failure-of.js';
import {
  type Agreed,
  INITIAL_STATE,
  type InstitutionFilter,
  type LinkState,
} from './link-state.js';
import { loginRequest } from './login-form.js';
import { LINK_SCREENS, linkScreenOf } from './screen-of.js';

/** Dependencies of the steps of a link. */
interface LinkFlowDeps {
  readonly api: LinkApi;
  readonly access: PageAccess;
  readonly sessions: PageSessions;
  readonly timers: Timers;
  /** The page was opened by the bank's page. */
  readonly cameFromBank: boolean;
  /** Takes the result to the customer app: where to the browser goes, if anywhere. */
  readonly handOver: (
    result: LinkResult,
    uiMode: LinkView['ui_mode'] | undefined,
  ) => 'away' | 'nowhere' | 'refused';
}

/** The values of a form by key. */
type Typed = Readonly<Record<string, string>>;
type Send = (sealed: EncryptedPayload) => Promise<ApiAnswer<LinkView>>;
type NamedBank = Pick<LinkInstitution, 'institution_id'>;

/** In ms: a bank usually answers within seconds, and a user is waiting. */
const SOON_MS = 1_000;
const SOON_POLLS = 20;

/** The steps of a link, without components: it calls the server and keeps the state. */
export class LinkFlow extends BankFlow<LinkInstitution, LinkState> {
  private key: PublicKey | null = null;

  constructor(private readonly deps: LinkFlowDeps) {
    const { api, sessions, cameFromBank } = deps;
    super({
      ...deps,
      initial: { ...INITIAL_STATE, cameFromBank, openedBankPage: sessions.trail.sentTo },
      screenOf: linkScreenOf,
      needs: LINK_SCREENS,
      readView: (token) => api.view(token),
      banks: (token, search) => api.institutions(token, { ...search, ...this.state.filter }),
      pollDelayMs: (polls) => (polls < SOON_POLLS ? SOON_MS : pollDelayMs(polls)),
    });
  }

  override resume(): Promise<void> {
    if (this.state.sending.what === 'away') this.change({ sending: IDLE });
    return super.resume();
  }

  /** The banks of a country or of a type only. */
  narrow(filter: Partial<InstitutionFilter>): void {
    this.change({ filter: { ...this.state.filter, ...filter }, notice: null });
    this.searchAgain();
  }

  /** Reads the form of a bank and its consent text. */
  choose(institution: NamedBank): Promise<void> {
    const offer = (token: string) => this.deps.api.offer(token, institution);
    return this.send({ what: 'offer', institution }, offer, (value) =>
      this.change({ offer: value, agreed: null, sending: IDLE }),
    );
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
  async logIn(typed: Typed | null): Promise<void> {
    const { view, offer, agreed } = this.state;
    if (this.busy || !view || !offer) return;
    const { api, sessions } = this.deps;
    sessions.note({ sentTo: null });
    this.change({ openedBankPage: null });
    const request = loginRequest({ view, offer, agreed });
    const login = (token: string) =>
      typed === null
        ? api.login(token, request)
        : this.sealed(typed, (encrypted_credentials) =>
            api.login(token, { ...request, encrypted_credentials }),
          );
    return this.send({ what: 'login' }, login, (after) => this.answered(after));
  }

  typeAnew(): void {
    if (!this.busy) this.change({ typesAnew: true, notice: null });
  }

  async answer(typed: Typed): Promise<void> {
    const action_id = this.state.view?.action?.action_id;
    if (action_id === undefined) return;
    const answer = (token: string) =>
      this.sealed(typed, (encrypted_credentials) =>
        this.deps.api.answer(token, { action_id, encrypted_credentials }),
      );
    return this.send({ what: 'action' }, answer, (after) => this.answered(after));
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

  protected override get polled(): boolean {
    return !this.busy && super.polled;
  }

  protected get settled(): boolean {
    return this.state.left !== null;
  }

  private end(how: 'result' | 'leave'): Promise<void> {
    const { api, access, handOver } = this.deps;
    const end = (token: string) => api.end(token, { how });
    return this.send({ what: how }, end, (result) => {
      const went = handOver(result, this.state.view?.ui_mode);
      const isStuck = went === 'refused' && result.message === 'success';
      if (how === 'leave' && !isStuck) access.end();
      if (went === 'away') return this.change({ sending: { what: 'away' } });
      if (isStuck) return this.change({ sending: IDLE, notice: 'stuck' });
      this.change({ sending: IDLE, left: result, cancelled: how === 'leave' });
    });
  }

  /** Encrypts the input and sends it; once more if the key is no longer valid. */
  private async sealed(typed: Typed, send: Send): Promise<ApiAnswer<LinkView>> {
    const first = await this.sealedOnce(typed, send);
    if (first.ok || first.failure.kind !== 'refused') return first;
    if (first.failure.errorCode !== 'UNKNOWN_KEY_ID') return first;
    this.key = null;
    return this.sealedOnce(typed, send);
  }

  private async sealedOnce(typed: Typed, send: Send): Promise<ApiAnswer<LinkView>> {
    if (!this.key) {
      const answer = await this.deps.api.keys();
      if (!answer.ok) return answer;
      this.key = answer.value.keys[0] ?? null;
    }
    if (!this.key) return { ok: false, failure: { kind: 'server' } };
    return send(await seal(typed, this.key));
  }

  private answered(view: LinkView): void {
    this.accept(view, true);
    this.change({ sending: IDLE });
  }

  protected async failed(
    failure: ApiFailure,
    { stayed }: { readonly stayed: boolean },
  ): Promise<void> {
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

  /** `isAnswer`: the view is the answer to the user's last submission. */
  protected accept(view: LinkView, isAnswer = false): void {
    const { view: before, again } = this.state;
    const { step } = view;
    const hasFailed = step === 'FAILED' && (isAnswer || before?.step !== 'FAILED');
    // A failure that other input can solve shows the form again at once.
    const notice = hasFailed ? typedAgain(view) : null;
    const goesOn = step === 'CHOOSING' || step === 'FAILED' ? again : 'no';
    this.change({
      view,
      trouble: null,
      unreachable: false,
      again: hasFailed ? (notice ? 'same' : 'no') : goesOn,
      ...(notice && { notice }),
      ...(notice === 'kept_login' && { typesAnew: true }),
    });
    this.openChosen(view);
  }

  /** Reads a bank that is chosen already. */
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
}

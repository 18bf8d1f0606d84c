import { type ApiAnswer, type ApiFailure, type Trouble, troubleOf } from '../api/api-answer.js';
import { type FlowParts, type FlowState, PageFlow } from '../flow/page-flow.js';
import type { PageSessions } from '../session/page-sessions.js';
import { InstitutionSearch, type SearchState } from './institution-search.js';

/** What is being sent. */
interface Sending {
  readonly what: string;
}

/** The state of a page on which a bank is chosen. */
export interface BankState<
  View extends object,
  Notice,
  Bank,
  Sent extends Sending,
> extends FlowState<View, Notice, Trouble> {
  readonly search: SearchState<Bank>;
  readonly sending: Sent;
  /** The bank's page that the user was already sent to. */
  readonly openedBankPage: string | null;
  /** This page was opened by the bank's page. */
  readonly cameFromBank: boolean;
}

export const IDLE = { what: 'nothing' } as const;

type AnyBankState<Bank> = BankState<object, unknown, Bank, Sending>;

interface BankFlowParts<Bank, State extends AnyBankState<Bank>> extends Omit<
  FlowParts<State>,
  'idle'
> {
  readonly sessions: PageSessions;
  readonly banks: (
    accessToken: string,
    search: { readonly query: string },
  ) => Promise<ApiAnswer<{ institutions: Bank[] }>>;
}

/** The steps of a page on which a bank is chosen and logged in to. */
export abstract class BankFlow<Bank, State extends AnyBankState<Bank>> extends PageFlow<State> {
  private readonly search: InstitutionSearch<Bank>;
  private readonly sessions: PageSessions;

  constructor({ banks, sessions, ...parts }: BankFlowParts<Bank, State>) {
    super({ ...parts, idle: { sending: IDLE } as Partial<State> });
    this.sessions = sessions;
    this.search = new InstitutionSearch({
      timers: parts.timers,
      ask: async (query) => {
        const token = this.token();
        const answer = token === null ? null : await banks(token, { query });
        const isOver = answer && !answer.ok && answer.failure.kind === 'unauthorized';
        if (isOver) this.block({ kind: 'session_ended' });
        return answer;
      },
      changed: (search) => this.change({ search } as Partial<State>),
    });
  }

  /** The state after a submission failed; `stayed`: the page is still at the same step. */
  protected abstract failed(
    failure: ApiFailure,
    sent: { readonly what: State['sending']['what']; readonly stayed: boolean },
  ): void | Promise<void>;

  typeQuery(query: string): void {
    this.change({ notice: null });
    this.search.type(query);
  }

  searchAgain(): void {
    this.search.again();
  }

  /** The user is being sent to the bank's page; from now on only on request. */
  bankPageOpened(url: string): void {
    this.sessions.note({ sentTo: url });
    this.change({ openedBankPage: url } as Partial<State>);
  }

  protected get busy(): boolean {
    return this.state.sending.what !== 'nothing';
  }

  /** Sends a step of the user. A second one while one is being sent does nothing. */
  protected async send<T>(
    sending: State['sending'],
    call: (accessToken: string) => Promise<ApiAnswer<T>>,
    answered: (value: T) => void | Promise<void>,
  ): Promise<void> {
    if (this.busy) return;
    const answer = await this.submit({ sending } as Partial<State>, call);
    if (answer) return answer.ok ? answered(answer.value) : this.refused(answer.failure);
  }

  private async refused(failure: ApiFailure): Promise<void> {
    if (failure.kind === 'unauthorized' || failure.kind === 'rate_limited') {
      return this.block(troubleOf(failure));
    }
    const { what } = this.state.sending;
    const before = this.screen;
    await this.refresh();
    // Without an answer it may have arrived all the same: then the page is already past this step.
    return this.failed(failure, { what, stayed: this.screen === before });
  }

  protected shown(): void {
    if (this.screen === 'institution') this.search.begin();
  }
}

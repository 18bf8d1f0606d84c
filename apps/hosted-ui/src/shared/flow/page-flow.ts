import { type ApiAnswer, type Trouble, troubleOf } from '../api/api-answer.js';
import type { PageAccess } from '../session/page-access.js';
import type { SessionEnding } from '../session/session-clock.js';
import { Poller } from '../timing/poller.js';
import type { Timers } from '../timing/timers.js';

/** What the state of every page holds. */
export interface FlowState {
  /** The last view that the server gave. */
  readonly view: object | null;
  /** A problem that blocks the whole page. */
  readonly trouble: { readonly kind: string } | null;
  /** A message of the screen. */
  readonly notice: unknown;
  /** The last poll failed; the next one follows. */
  readonly unreachable: boolean;
  /** The session is about to end, or was extended. */
  readonly ending: SessionEnding | null;
}

type ViewOf<State extends FlowState> = NonNullable<State['view']>;

interface FlowParts<State extends FlowState> {
  readonly initial: State;
  /** What a state that sends nothing has. */
  readonly idle: Partial<State>;
  readonly access: PageAccess;
  readonly timers: Timers;
  readonly readView: (accessToken: string) => Promise<ApiAnswer<ViewOf<State>>>;
  /** Before poll number `polls + 1`. */
  readonly pollDelayMs?: (polls: number) => number;
  readonly screenOf: (state: State) => string;
  /** Screens that wait for the server. */
  readonly polled: ReadonlySet<string>;
  /** Screens that cannot go on without a session. */
  readonly needSession: ReadonlySet<string>;
}

/**
 * The steps of a page, without components: it opens the session, reads the view, polls it where a
 * screen waits, and keeps the state. Each page adds its own steps.
 */
export abstract class PageFlow<State extends FlowState> {
  private current: State;
  private watcher: (state: State) => void = () => undefined;
  protected readonly poller: Poller;
  /** Incremented by each submission; a poll from before it is outdated. */
  private epoch = 0;

  constructor(private readonly parts: FlowParts<State>) {
    this.current = parts.initial;
    this.poller = new Poller(parts.timers, () => this.refresh(), parts.pollDelayMs);
  }

  /** Something is being sent. */
  protected abstract get busy(): boolean;
  /** The view does not change any more. */
  protected abstract get settled(): boolean;
  protected abstract accept(view: ViewOf<State>): void;
  /** The state has been shown. */
  protected abstract shown(): void;

  get state(): State {
    return this.current;
  }

  protected get screen(): string {
    return this.parts.screenOf(this.current);
  }

  protected get polled(): boolean {
    return this.parts.polled.has(this.screen);
  }

  protected get needsSession(): boolean {
    return !this.busy && this.parts.needSession.has(this.screen);
  }

  watch(watcher: (state: State) => void): void {
    this.watcher = watcher;
  }

  /** Ends all notifications. */
  stop(): void {
    this.watcher = () => undefined;
    this.poller.stop();
    this.parts.access.unwatch();
  }

  /** Opens the session (from the link, or the one this tab kept) and reads the view. */
  async start(): Promise<void> {
    const { access } = this.parts;
    const admission = await access.enter();
    if (!admission.ok) {
      const { reason } = admission;
      return this.block(typeof reason === 'string' ? { kind: reason } : troubleOf(reason));
    }
    access.watch({
      ending: (ending) => this.warned(ending),
      ranOut: () => {
        if (this.needsSession) this.block({ kind: 'session_ended' });
      },
    });
    await this.refresh();
  }

  /** The user pressed "try again" on a screen that blocks the page. */
  async retry(): Promise<void> {
    this.change({ trouble: null });
    return this.current.view ? this.refresh() : this.start();
  }

  /** The user returned to the tab, or the connection returned. */
  async resume(): Promise<void> {
    const { trouble, view } = this.current;
    if (trouble?.kind === 'offline') return this.retry();
    if (!trouble && view && !this.busy && !this.settled) return this.refresh();
  }

  /** The user needs more time than the session has. */
  stay(): Promise<void> {
    return this.parts.access.stay();
  }

  protected async refresh(): Promise<void> {
    const token = this.token();
    if (!token) return;
    const asked = this.epoch;
    const answer = await this.parts.readView(token);
    if (asked !== this.epoch) return;
    if (answer.ok) return this.accept(answer.value);
    const { failure } = answer;
    if (failure.kind === 'rate_limited') this.poller.slowDown(failure.retryAfterMs);
    const mayPass = failure.kind !== 'unauthorized' && failure.kind !== 'refused';
    if (this.current.view && mayPass) return this.change({ unreachable: true });
    this.block(failure.kind === 'refused' ? { kind: 'invalid_link' } : troubleOf(failure));
  }

  /** Begins a submission. */
  protected submits(patch: Partial<State>): void {
    this.epoch += 1;
    this.change({ notice: null, ...patch });
  }

  /** The access token; without one the page is blocked. */
  protected token(): string | null {
    const token = this.parts.access.token();
    if (!token) this.block({ kind: 'session_ended' });
    return token;
  }

  /** A question that changes nothing; null without a session. */
  protected async query<T>(
    ask: (accessToken: string) => Promise<ApiAnswer<T>>,
  ): Promise<ApiAnswer<T> | null> {
    const token = this.token();
    if (!token) return null;
    const answer = await ask(token);
    if (!answer.ok && answer.failure.kind === 'unauthorized') this.block({ kind: 'session_ended' });
    return answer;
  }

  protected block(trouble: Trouble): void {
    const { access, timers, idle } = this.parts;
    if (trouble.kind === 'session_ended') access.end();
    if (trouble.kind === 'rate_limited' && !trouble.over) {
      timers.after(trouble.waitMs, () => {
        const over: Trouble = { ...trouble, over: true };
        if (this.current.trouble === trouble) this.change({ trouble: over });
      });
    }
    this.change({ ...idle, trouble });
  }

  /** The state without what another screen left. */
  protected tidied(state: State, isNoticeStale: boolean): State {
    return isNoticeStale ? { ...state, notice: null } : state;
  }

  protected warned(ending: SessionEnding): void {
    this.change({ ending });
  }

  protected change(patch: Partial<State> | Partial<FlowState>): void {
    const before = this.screen;
    this.current = { ...this.current, ...patch };
    // A message belongs to the step that it came up on.
    const isStale = this.screen !== before && !('notice' in patch);
    this.current = this.tidied(this.current, isStale);
    if (this.polled) this.poller.start();
    else this.poller.stop();
    this.watcher(this.current);
    this.shown();
  }
}

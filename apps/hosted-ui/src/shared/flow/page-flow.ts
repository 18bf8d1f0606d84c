import { type ApiAnswer, type Trouble, troubleOf } from '../api/api-answer.js';
import type { PageAccess } from '../session/page-access.js';
import type { SessionClock, SessionEnding } from '../session/session-clock.js';
import { Poller } from '../timing/poller.js';
import type { Timers } from '../timing/timers.js';

/** What the state of every page holds. */
export interface FlowState<View = object, Notice = unknown, Blocking = { readonly kind: string }> {
  /** The last view that the server gave. */
  readonly view: View | null;
  /** A problem that blocks the whole page. */
  readonly trouble: Blocking | null;
  /** A message of the screen. */
  readonly notice: Notice | null;
  /** The last poll failed; the next one follows. */
  readonly unreachable: boolean;
  /** The session is about to end, or was extended. */
  readonly ending: SessionEnding | null;
}

export const NOTHING_YET = {
  view: null,
  trouble: null,
  notice: null,
  unreachable: false,
  ending: null,
} as const;

type ViewOf<State extends FlowState> = NonNullable<State['view']>;

/**
 * What a screen needs: `working` cannot go on without a session, `polling` also waits for the
 * server, `watching` polls as long as there is a session.
 */
export type ScreenNeed = 'nothing' | 'working' | 'polling' | 'watching';

export interface FlowParts<State extends FlowState> {
  readonly initial: State;
  /** What a state that sends nothing has. */
  readonly idle: Partial<State>;
  readonly access: PageAccess;
  readonly timers: Timers;
  readonly readView: (accessToken: string) => Promise<ApiAnswer<ViewOf<State>>>;
  /** Before poll number `polls + 1`. */
  readonly pollDelayMs?: (polls: number) => number;
  readonly screenOf: (state: State) => string;
  readonly needs: Readonly<Record<string, ScreenNeed>>;
}

/**
 * The steps of a page, without components: it opens the session, reads the view, polls it where a
 * screen waits, and keeps the state. Each page adds its own steps.
 */
export abstract class PageFlow<State extends FlowState> {
  private current: State;
  private watcher: (state: State) => void = () => undefined;
  private clock: SessionClock | null = null;
  protected readonly poller: Poller;
  /** Incremented by each submission; a poll from before it is outdated. */
  private epoch = 0;

  constructor(private readonly parts: FlowParts<State>) {
    this.current = parts.initial;
    this.poller = new Poller(parts.timers, () => this.refresh(), parts.pollDelayMs);
  }

  /** The user cannot do anything else. */
  protected abstract get busy(): boolean;
  /** An answer is awaited, even past the end of the session. */
  protected get awaitsAnswer(): boolean {
    return this.busy;
  }
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
    const need = this.parts.needs[this.screen];
    return need === 'polling' || need === 'watching';
  }

  /** The screen cannot go on without a session. */
  get needsSession(): boolean {
    const need = this.parts.needs[this.screen];
    return need === 'polling' || need === 'working';
  }

  watch(watcher: (state: State) => void): void {
    this.watcher = watcher;
  }

  /** Ends all notifications. */
  stop(): void {
    this.watcher = () => undefined;
    this.poller.stop();
    this.clock?.stop();
  }

  /** Opens the session (from the link, or the one this tab kept) and reads the view. */
  async start(): Promise<void> {
    const { access } = this.parts;
    const trouble = await access.enter();
    if (trouble) return this.block(trouble);
    this.clock?.stop();
    this.clock =
      access.watch?.({
        ending: (ending) => this.warned(ending),
        ranOut: () => {
          if (this.needsSession && !this.awaitsAnswer) this.block({ kind: 'session_ended' });
        },
      }) ?? null;
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
  async stay(): Promise<void> {
    await this.clock?.stay();
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

  /** Sends something; polls from before it are outdated. Null without a session. */
  protected async submit<T>(
    sending: Partial<State>,
    call: (accessToken: string) => Promise<T>,
  ): Promise<T | null> {
    const token = this.token();
    if (!token) return null;
    this.epoch += 1;
    this.change({ notice: null, ...sending });
    return call(token);
  }

  /** The access token; without one the page is blocked. */
  protected token(): string | null {
    const token = this.parts.access.token();
    if (!token) this.block({ kind: 'session_ended' });
    return token;
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

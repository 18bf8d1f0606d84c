import type { ApiAnswer, ApiFailure } from '../api/api-answer.js';
import type { Cancel, Timers } from '../timing/timers.js';

/** Typing pauses this long before the server is asked. */
const DEBOUNCE_MS = 250;

export interface SearchState<T> {
  readonly query: string;
  /** Null until the first answer. */
  readonly found: readonly T[] | null;
  readonly searching: boolean;
  readonly failure: ApiFailure | null;
}

export const NO_SEARCH: SearchState<never> = {
  query: '',
  found: null,
  searching: false,
  failure: null,
};

interface SearchParts<T> {
  readonly timers: Timers;
  readonly ask: (query: string) => Promise<ApiAnswer<{ institutions: T[] }> | null>;
  readonly changed: (state: SearchState<T>) => void;
}

/** Searches institutions as the payer types: one question for a pause, the last answer counts. */
export class InstitutionSearch<T> {
  private state: SearchState<T> = NO_SEARCH;
  private asked = 0;
  private cancel: Cancel | null = null;

  constructor(private readonly parts: SearchParts<T>) {}

  /** Shows what can be chosen before anything is typed; does nothing after the first time. */
  begin(): void {
    const { found, searching, failure } = this.state;
    if (!found && !searching && !failure) this.search('');
  }

  type(query: string): void {
    this.cancel?.();
    this.change({ query, searching: true });
    this.cancel = this.parts.timers.after(DEBOUNCE_MS, () => this.search(query));
  }

  again(): void {
    this.search(this.state.query);
  }

  private search(query: string): void {
    this.asked += 1;
    const mine = this.asked;
    this.change({ query, searching: true, failure: null });
    void this.parts.ask(query.trim()).then((answer) => {
      // A slower answer to an older question must not replace a newer one.
      if (mine !== this.asked) return;
      if (!answer) return this.change({ searching: false });
      if (!answer.ok) return this.change({ searching: false, failure: answer.failure });
      this.change({ searching: false, found: answer.value.institutions });
    });
  }

  private change(patch: Partial<SearchState<T>>): void {
    this.state = { ...this.state, ...patch };
    this.parts.changed(this.state);
  }
}

import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import { InstitutionSearch } from '../../../shared/banks/institution-search.js';
import type { Timers } from '../../../shared/timing/timers.js';
import type { InstitutionQuestion } from '../api/link-api.js';
import type { LinkInstitution } from '../api/link-view.js';
import type { InstitutionFilter, LinkState } from './link-state.js';

type Found = ApiAnswer<{ institutions: LinkInstitution[] }>;

interface BankSearchParts {
  readonly timers: Timers;
  /** Null when the session is over. */
  readonly ask: (question: InstitutionQuestion) => Promise<Found | null>;
  readonly state: () => LinkState;
  readonly change: (patch: Partial<LinkState>) => void;
}

/** The search of banks, narrowed by country and type. */
export class BankSearch {
  private readonly search: InstitutionSearch<LinkInstitution>;

  constructor(private readonly parts: BankSearchParts) {
    this.search = new InstitutionSearch({
      timers: parts.timers,
      ask: (query) => parts.ask({ query, ...parts.state().filter }),
      changed: (search) => parts.change({ search }),
    });
  }

  /** Shows what can be chosen before anything is typed; does nothing after the first time. */
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

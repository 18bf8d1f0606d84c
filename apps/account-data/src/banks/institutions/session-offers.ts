import type { Caller } from '@towpath/http';
import type { InstitutionFilter } from './domain/institution-filter.js';

/** The offer of a hosted link's request; another slice stores its sessions. */
export abstract class SessionOffers {
  /** Throws UNAUTHORIZED for a session that has ended. */
  abstract of(caller: Caller): Promise<InstitutionFilter>;
}

import type { Caller } from '@towpath/http';
import type { InstitutionFilter } from './domain/institution-filter.js';

/** What the request of a hosted link offers; its sessions are kept by another slice. */
export abstract class SessionOffers {
  /** Throws UNAUTHORIZED for a session that has ended. */
  abstract of(caller: Caller): Promise<InstitutionFilter>;
}

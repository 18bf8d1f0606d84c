import type { AppType, InstitutionNarrowing } from '@towpath/contracts';

export type LoginMethod = 'INSTITUTION_CREDENTIALS_LOGIN' | 'INSTITUTION_OAUTH_LOGIN';

/** The data of a bank that mandates need. */
export interface PayerInstitution {
  readonly institutionId: string;
  readonly name: string;
  readonly portalName: string | null;
  readonly color: string | null;
  /** ISO 3166 alpha-3. */
  readonly countries: readonly string[];
  readonly userType: 'INDIVIDUAL' | 'BUSINESS';
  readonly loginMethod: LoginMethod;
  readonly currencies: readonly string[];
  /** Whether a mandate can be set up there at all. */
  readonly takesMandates: boolean;
  /** Simulated ones; no other is connected yet. */
  readonly simulated: boolean;
}

/** The institution of an account, as shown. */
export interface ShownInstitution {
  readonly institution_name: string;
  readonly bank_code?: string;
}

/** Filters of a link for its payer's choice. */
export interface InstitutionFilters {
  /** Empty: any. */
  readonly countries: readonly string[];
  readonly products: readonly string[];
  readonly userTypes: readonly string[];
  readonly statuses: readonly string[];
  readonly tags: readonly string[];
}

export interface InstitutionSearch extends InstitutionFilters {
  readonly appType: AppType;
  readonly search: string;
  readonly limit: number;
  readonly currency: string;
  /** This one alone; null for any. */
  readonly institutionId: string | null;
}

/** Within the filters: all of them, in the words of the interface. */
export interface InstitutionListing extends InstitutionFilters {
  readonly appType: AppType;
  readonly search: string;
  readonly currency: string;
  /** This one alone; null for any. */
  readonly institutionId: string | null;
  readonly narrowed: InstitutionNarrowing;
}

import { Injectable } from '@nestjs/common';
import type {
  AppType,
  Institution,
  SearchInstitutionsRequest,
  SearchInstitutionsResponse,
} from '@towpath/contracts';
import { ExpiringCache, InternalClient } from '@towpath/http';
import { DomainError } from '@towpath/kernel';

const LIFETIME_MS = 300_000;
const DEADLINE_MS = 3_000;
/** More than there are. */
const ALL = 10_000;

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

/** Filters of a link for its payer's choice. */
export type InstitutionFilters = Pick<
  SearchInstitutionsRequest,
  'countries' | 'products_supported' | 'user_type' | 'institution_status' | 'tags'
>;

/** Reference data of account-data, cached here; network calls, never inside a transaction. */
@Injectable()
export class InstitutionsReads {
  private readonly known = new ExpiringCache<Institution | null>({
    lifetimeMs: LIFETIME_MS,
    size: 1_000,
  });
  private readonly searches = new ExpiringCache<readonly PayerInstitution[]>({
    lifetimeMs: LIFETIME_MS,
    size: 500,
  });

  constructor(private readonly client: InternalClient) {}

  /** Null when an app of this type cannot see one. */
  async find(appType: AppType, institutionId: string): Promise<PayerInstitution | null> {
    const found = await this.get(institutionId);
    const institution = found && institutionOf(found);
    return institution?.simulated && appType === 'LIVE' ? null : institution;
  }

  /** As the institution of an account is shown, whatever is permitted; null if there is none. */
  async shown(institutionId: string) {
    const found = await this.get(institutionId);
    if (!found) return null;
    const bankCode = found.payment_info?.other_info?.bank_code;
    const { institution_name } = found;
    return { institution_name, ...(bankCode !== undefined && { bank_code: bankCode }) };
  }

  /** Whether a search within the filters could list it. */
  async allows(
    app_type: AppType,
    institution_id: string,
    filters: InstitutionFilters,
  ): Promise<boolean> {
    const found = await this.search({ app_type, limit: 1, institution_id, ...filters });
    return found.length > 0;
  }

  search(asked: SearchInstitutionsRequest): Promise<readonly PayerInstitution[]> {
    return this.searches.get(JSON.stringify(asked), async () =>
      (await this.ask(asked)).map(institutionOf),
    );
  }

  /** Not cached: the list is long, and each page requests it once. */
  list(asked: Omit<SearchInstitutionsRequest, 'limit'>): Promise<Institution[]> {
    return this.ask({ ...asked, limit: ALL });
  }

  private async ask(body: SearchInstitutionsRequest): Promise<Institution[]> {
    const { institutions } = await this.client.call<SearchInstitutionsResponse>('account-data', {
      method: 'POST',
      path: '/internal/institutions/search',
      body,
      idempotent: true,
      deadlineMs: DEADLINE_MS,
    });
    return institutions;
  }

  private get(institutionId: string): Promise<Institution | null> {
    return this.known.get(institutionId, async () => {
      try {
        return await this.client.call<Institution>('account-data', {
          method: 'GET',
          path: `/internal/institutions/${encodeURIComponent(institutionId)}`,
          deadlineMs: DEADLINE_MS,
        });
      } catch (error) {
        if (error instanceof DomainError && error.code === 'INSTITUTION_NOT_FOUND') return null;
        throw error;
      }
    });
  }
}

function institutionOf(found: Institution): PayerInstitution {
  const { payment_info: payments, login_methods: methods = [] } = found;
  const method = methods.find((each) => each.is_default_method) ?? methods[0];
  return {
    institutionId: found.institution_id,
    name: found.institution_name,
    portalName: found.portal_name ?? null,
    color: found.color ?? null,
    countries: found.countries,
    userType: found.user_type.includes('BUSINESS') ? 'BUSINESS' : 'INDIVIDUAL',
    loginMethod: method?.name ?? 'INSTITUTION_CREDENTIALS_LOGIN',
    currencies: payments?.currencies_supported ?? [],
    takesMandates: payments?.payments_supported.includes('MANDATE') ?? false,
    simulated: found.tags?.includes('test') ?? false,
  };
}

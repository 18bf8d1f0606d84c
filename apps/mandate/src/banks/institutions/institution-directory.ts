import { Injectable } from '@nestjs/common';
import type {
  AppType,
  Institution,
  SearchInstitutionsRequest,
  SearchInstitutionsResponse,
} from '@towpath/contracts';
import { ExpiringCache, InternalClient } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type {
  InstitutionFilters,
  InstitutionListing,
  InstitutionSearch,
  PayerInstitution,
  ShownInstitution,
} from './ports.js';

const LIFETIME_MS = 300_000;
const DEADLINE_MS = 3_000;
/** More than there are. */
const ALL = 10_000;

/** Reference data of account-data, cached here; network calls, never inside a transaction. */
@Injectable()
export class InstitutionDirectory {
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
    const found = await this.known.get(institutionId, () => this.read(institutionId));
    const simulated = found?.tags?.includes('test') ?? false;
    if (!found || (simulated && appType === 'LIVE')) return null;
    return institutionOf(found);
  }

  /** Null if there is none; independent of permitted choices. */
  async shown(institutionId: string): Promise<ShownInstitution | null> {
    const found = await this.known.get(institutionId, () => this.read(institutionId));
    if (!found) return null;
    const bankCode = found.payment_info?.other_info?.bank_code;
    const { institution_name } = found;
    return bankCode === undefined
      ? { institution_name }
      : { institution_name, bank_code: bankCode };
  }

  /** Whether a search within the filters could list it. */
  async allows(
    appType: AppType,
    institutionId: string,
    filters: InstitutionFilters,
  ): Promise<boolean> {
    const asked = { app_type: appType, limit: 1, ...only(institutionId), ...filtersOf(filters) };
    return (await this.ask(asked)).length > 0;
  }

  search(asked: InstitutionSearch): Promise<readonly PayerInstitution[]> {
    const { appType: app_type, search, limit, currency, institutionId } = asked;
    return this.ask({
      app_type,
      search,
      limit,
      currency,
      ...only(institutionId),
      ...filtersOf(asked),
    });
  }

  /** Not cached: the list is long, and each page requests it once. */
  list(asked: InstitutionListing): Promise<Institution[]> {
    const { appType: app_type, search, currency, institutionId, narrowed } = asked;
    const filters = filtersOf(asked);
    return this.call({
      app_type,
      search,
      limit: ALL,
      currency,
      ...only(institutionId),
      ...filters,
      narrowed,
    });
  }

  private ask(body: SearchInstitutionsRequest): Promise<readonly PayerInstitution[]> {
    return this.searches.get(JSON.stringify(body), async () => {
      return (await this.call(body)).map(institutionOf);
    });
  }

  private async call(body: SearchInstitutionsRequest): Promise<Institution[]> {
    const { institutions } = await this.client.call<SearchInstitutionsResponse>('account-data', {
      method: 'POST',
      path: '/internal/institutions/search',
      body,
      idempotent: true,
      deadlineMs: DEADLINE_MS,
    });
    return institutions;
  }

  private async read(institutionId: string): Promise<Institution | null> {
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
  }
}

function only(institutionId: string | null): Pick<SearchInstitutionsRequest, 'institution_id'> {
  return institutionId === null ? {} : { institution_id: institutionId };
}

function filtersOf(filters: InstitutionFilters) {
  const { countries, products, userTypes, statuses, tags } = filters;
  return {
    countries: [...countries],
    products_supported: [...products],
    user_type: [...userTypes],
    institution_status: [...statuses],
    tags: [...tags],
  } as Pick<
    SearchInstitutionsRequest,
    'countries' | 'products_supported' | 'user_type' | 'institution_status' | 'tags'
  >;
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

import { Inject, Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import { composeRead, ExpiringCache, InternalClient, LOGGER } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { institutionsIn, withNames, type ShownInstitution } from './named-accounts.js';

const LIFETIME_MS = 300_000;
const DEADLINE_MS = 1_000;
const CACHED_INSTITUTIONS = 1_000;

interface KnownInstitution {
  readonly shown: ShownInstitution;
  /** ISO 3166 alpha-3. */
  readonly countries: readonly string[];
}

/** Names, bank codes and countries of institutions: reference data of account-data, cached here. */
@Injectable()
export class InstitutionNamesReads {
  private readonly known = new ExpiringCache<KnownInstitution | null>({
    lifetimeMs: LIFETIME_MS,
    size: CACHED_INSTITUTIONS,
  });

  constructor(
    private readonly client: InternalClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The answer with the names of the institutions of its accounts, without unknown names and those
   * that arrive too late. A network call, never inside a transaction.
   */
  async shown<T extends object>(answer: T): Promise<T> {
    const institutionIds = institutionsIn(answer);
    if (institutionIds.length === 0) return answer;
    const institutions = new Map<string, ShownInstitution | undefined>();
    await composeRead({
      rows: institutionIds,
      keyOf: (id) => id,
      fetch: (ids, { deadlineMs }) => this.read(ids, deadlineMs),
      merge: (id, institution) => institutions.set(id, institution),
      deadlineMs: DEADLINE_MS,
      onAbsent: (error) => this.logger.warn({ error }, 'institutions are shown without names'),
    });
    return withNames(answer, (id) => institutions.get(id));
  }

  /** Empty if they are not known, or not known in time. A network call. */
  async countriesOf(institutionId: string): Promise<readonly string[]> {
    try {
      const institution = await this.find(institutionId, DEADLINE_MS);
      return institution?.countries ?? [];
    } catch (error) {
      this.logger.warn({ error }, 'the countries of an institution are not known');
      return [];
    }
  }

  private find(institutionId: string, deadlineMs: number): Promise<KnownInstitution | null> {
    return this.known.get(institutionId, () => this.ask(institutionId, deadlineMs));
  }

  private async read(ids: readonly string[], deadlineMs: number) {
    const found = new Map<string, ShownInstitution>();
    const readOne = async (id: string): Promise<void> => {
      const institution = await this.find(id, deadlineMs);
      if (institution) found.set(id, institution.shown);
    };
    await Promise.all(ids.map(readOne));
    return found;
  }

  private async ask(institutionId: string, deadlineMs: number): Promise<KnownInstitution | null> {
    try {
      const found = await this.client.call<Institution>('account-data', {
        method: 'GET',
        path: `/internal/institutions/${encodeURIComponent(institutionId)}`,
        deadlineMs,
      });
      const bankCode = found.payment_info?.other_info?.bank_code;
      const shown = {
        institution_name: found.institution_name,
        ...(bankCode === undefined ? {} : { bank_code: bankCode }),
      };
      return { shown, countries: found.countries };
    } catch (error) {
      if (error instanceof DomainError && error.code === 'INSTITUTION_NOT_FOUND') return null;
      throw error;
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import { composeRead, ExpiringCache, InternalClient, LOGGER } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { institutionsIn, withNames, type ShownInstitution } from './named-accounts.js';

const LIFETIME_MS = 300_000;
const DEADLINE_MS = 1_000;
const MOST_KNOWN = 1_000;

type Found = readonly [institutionId: string, institution: ShownInstitution | undefined];

/** Names and bank codes of institutions: reference data of account-data, cached here. */
@Injectable()
export class InstitutionNames {
  private readonly known = new ExpiringCache<ShownInstitution | null>({
    lifetimeMs: LIFETIME_MS,
    size: MOST_KNOWN,
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
    const found = await composeRead<string, string, ShownInstitution, Found>({
      rows: institutionIds,
      keyOf: (id) => id,
      fetch: (ids, { deadlineMs }) => this.read(ids, deadlineMs),
      merge: (id, institution) => [id, institution],
      deadlineMs: DEADLINE_MS,
      whenAbsent: 'omit',
      onAbsent: (error) => this.logger.warn({ error }, 'institutions are shown without names'),
    });
    const institutions = new Map(found);
    return withNames(answer, (id) => institutions.get(id));
  }

  private async read(
    ids: readonly string[],
    deadlineMs: number,
  ): Promise<ReadonlyMap<string, ShownInstitution>> {
    const found = new Map<string, ShownInstitution>();
    const readOne = async (id: string): Promise<void> => {
      const institution = await this.known.get(id, () => this.ask(id, deadlineMs));
      if (institution) found.set(id, institution);
    };
    await Promise.all(ids.map(readOne));
    return found;
  }

  private async ask(institutionId: string, deadlineMs: number): Promise<ShownInstitution | null> {
    try {
      const found = await this.client.call<Institution>('account-data', {
        method: 'GET',
        path: `/internal/institutions/${encodeURIComponent(institutionId)}`,
        deadlineMs,
      });
      const bankCode = found.payment_info?.other_info?.bank_code;
      return {
        institution_name: found.institution_name,
        ...(bankCode === undefined ? {} : { bank_code: bankCode }),
      };
    } catch (error) {
      if (error instanceof DomainError && error.code === 'INSTITUTION_NOT_FOUND') return null;
      throw error;
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@towpath/contracts';
import { LOGGER, SERVICE_NAME } from '@towpath/http';
import { Metrics, type Logger } from '@towpath/observability';
import { byKey, byValues, Transactions, type AuditSeal } from '@towpath/persistence';
import { SealCopies, type SealsKnown } from '@towpath/service';

const INSERT = byKey(`INSERT INTO audit_seal_copies
    (service, seal_number, entry_count, hash, sealed_at)
  SELECT $1, * FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::timestamptz[])
  ON CONFLICT DO NOTHING`);
const REFUSED = byValues(`SELECT copy.seal_number AS number
  FROM unnest($2::bigint[], $3::text[]) AS sent (number, hash)
  JOIN audit_seal_copies copy ON copy.service = $1 AND copy.seal_number = sent.number
  WHERE copy.hash <> sent.hash ORDER BY 1`);
const KNOWN = byValues(`SELECT coalesce(max(seal_number), 0) AS known FROM audit_seal_copies
  WHERE service = $1`);

/** Keeps copies of seals, and takes none with another hash under the number of a known one. */
@Injectable()
export class AuditSealCopiesService extends SealCopies {
  private readonly refusals;

  constructor(
    private readonly db: Transactions,
    @Inject(SERVICE_NAME) private readonly own: ServiceName,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    super();
    this.refusals = metrics.counter({
      name: 'audit_seal_copies_refused_total',
      help: 'Seals of a service that contradict the copy of an earlier one.',
      labels: ['sender'],
    });
  }

  /** The gateway's own seals: these copies stay in its own database. */
  override send(seals: readonly AuditSeal[]): Promise<SealsKnown> {
    return this.keep(this.own, seals);
  }

  async keep(service: ServiceName, seals: readonly AuditSeal[]): Promise<SealsKnown> {
    const numbers = seals.map(({ number }) => number);
    const hashes = seals.map(({ hash }) => hash);
    const counts = seals.map(({ count }) => count);
    const times = seals.map(({ sealedAt }) => sealedAt);
    const kept = await this.db.asWorker(async (tx) => {
      await tx.query(INSERT, [service, numbers, counts, hashes, times]);
      const refused = await tx.query<{ number: number }>(REFUSED, [service, numbers, hashes]);
      const [row] = await tx.query<{ known: number }>(KNOWN, [service]);
      return { known_to: row?.known ?? 0, refused: refused.map(({ number }) => number) };
    });
    const { refused } = kept;
    if (refused.length > 0) {
      this.refusals.inc({ sender: service }, refused.length);
      this.logger.error({ sender: service, refused }, 'a seal of the audit contradicts its copy');
    }
    return kept;
  }
}

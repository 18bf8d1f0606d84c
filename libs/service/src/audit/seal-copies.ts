import { Injectable } from '@nestjs/common';
import { InternalClient } from '@towpath/http';
import type { AuditSeal } from '@towpath/persistence';

/** The answer to seals: what the gateway knows of the service that sent them. */
export interface SealsKnown {
  /** Number of the last seal; 0 without one. */
  readonly known_to: number;
  /** Numbers of the sent seals that contradict a copy. */
  readonly refused: readonly number[];
}

/** Where copies of the seals of this service are kept: in another database. */
export abstract class SealCopies {
  abstract send(seals: readonly AuditSeal[]): Promise<SealsKnown>;
}

/** Copies in the gateway's database. */
@Injectable()
export class GatewaySealCopies extends SealCopies {
  constructor(private readonly client: InternalClient) {
    super();
  }

  override send(seals: readonly AuditSeal[]): Promise<SealsKnown> {
    return this.client.call<SealsKnown>('gateway', {
      method: 'POST',
      path: '/internal/audit/seals',
      idempotent: true,
      body: {
        seals: seals.map(({ number, count, hash, sealedAt }) => ({
          seal_number: number,
          entry_count: count,
          hash,
          sealed_at: sealedAt.toISOString(),
        })),
      },
    });
  }
}

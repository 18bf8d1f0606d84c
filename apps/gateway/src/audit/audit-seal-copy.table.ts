import type { ServiceName } from '@towpath/contracts';
import { bigint, defineTable, integer, text, time } from '@towpath/persistence';

/** Seals of the audit of each service, so that a seal which its database lost is known. */
export const auditSealCopies = defineTable(
  'audit_seal_copies',
  {
    service: text<ServiceName>(),
    sealNumber: bigint(),
    entryCount: integer(),
    /** Hexadecimal. */
    hash: text(),
    sealedAt: time(),
    /** Real time, by the database. */
    receivedAt: time()
      .byDatabase()
      .default(() => 'now()'),
  },
  {
    key: ['service', 'sealNumber'],
    indexes: { audit_seal_copies_received_at: ['receivedAt'] },
  },
);

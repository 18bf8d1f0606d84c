import { Injectable } from '@nestjs/common';
import { byValues, byKey, type Tx } from '@towpath/persistence';

import { GatewayRefusal } from '../../../base/parties/gateway-refusal.js';
import type { DisputeKey } from './card-disputes.repository.js';

export interface DisputeDocument extends DisputeKey {
  /** SHA-256 of the content in hex. */
  readonly digest: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

/** Which documents were uploaded. */
@Injectable()
export class DisputeDocumentsRepository {
  async add(tx: Tx, document: DisputeDocument): Promise<void> {
    await tx.query(
      byKey(`INSERT INTO card_dispute_documents
         (gateway, dispute_reference, digest, media_type, size_bytes)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`),
      [
        document.gateway,
        document.disputeReference,
        document.digest,
        document.mediaType,
        document.sizeBytes,
      ],
    );
  }

  /** Refuses evidence that names a document which nobody uploaded. */
  async assertUploaded(
    tx: Tx,
    { gateway, disputeReference }: DisputeKey,
    digests: readonly string[],
  ): Promise<void> {
    const found = await tx.query<{ digest: string }>(
      byValues(`SELECT digest FROM card_dispute_documents
       WHERE gateway = $1 AND dispute_reference = $2 AND digest = ANY ($3)`),
      [gateway, disputeReference, digests],
    );
    if (found.length === new Set(digests).size) return;
    throw new GatewayRefusal('invalid_request', 'A document was not uploaded.', {
      field: 'documents',
    });
  }
}

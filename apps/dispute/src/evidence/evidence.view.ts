import type { DisputeEvidence } from '@towpath/contracts/dispute';
import type { ListedEvidence } from './ports.js';

export function evidenceBody(evidence: ListedEvidence): DisputeEvidence {
  return {
    evidence_id: evidence.evidenceId,
    round: evidence.round,
    file_name: evidence.fileName ?? undefined,
    media_type: evidence.mediaType,
    size: evidence.sizeBytes,
    added_at: evidence.addedAt.toISOString(),
  };
}

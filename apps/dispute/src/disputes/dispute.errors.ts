import { DomainError, parseId, type DisputeId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function disputeNotFound(): DomainError {
  return new DomainError('DISPUTE_NOT_FOUND', 'No dispute has this ID.');
}

export function parseDisputeId(raw: string): DisputeId {
  const disputeId = parseId<DisputeId>(raw);
  if (!disputeId) throw disputeNotFound();
  return disputeId;
}

import { DomainError, parseId, type MandateId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function mandateNotFound(): DomainError {
  return new DomainError('MANDATE_NOT_FOUND', 'No mandate has this ID.');
}

export function parseMandateId(raw: string): MandateId {
  const mandateId = parseId<MandateId>(raw);
  if (!mandateId) throw mandateNotFound();
  return mandateId;
}

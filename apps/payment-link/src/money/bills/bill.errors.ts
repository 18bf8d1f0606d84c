import { DomainError, parseId, type BillId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function billNotFound(): DomainError {
  return new DomainError('BILL_NOT_FOUND', 'No bill has this ID.');
}

export function parseBillId(raw: string): BillId {
  const billId = parseId<BillId>(raw);
  if (!billId) throw billNotFound();
  return billId;
}

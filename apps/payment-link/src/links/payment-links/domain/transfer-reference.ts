import type { PaymentLinkId } from '@towpath/kernel';

const LENGTH = 12;
const GROUP = 4;
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * The reference of a bank transfer for a link: the last 12 characters of its ID, which are random.
 * It is always the same for one link.
 */
export function transferReference(paymentLinkId: PaymentLinkId): string {
  return paymentLinkId.slice(-LENGTH);
}

/** In groups of 4, for reading and typing. */
export function groupedReference(reference: string): string {
  const groups = reference.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return groups.join(' ');
}

/**
 * Reads the reference from the text of a bank. Case, spaces and hyphens do not count; O, I and L
 * count as the digits that they resemble. Null if the text contains no reference.
 */
export function readTransferReference(text: string): string | null {
  const typed = text.toUpperCase().replaceAll(/[\s-]/g, '');
  const reference = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return REFERENCE.test(reference) ? reference : null;
}

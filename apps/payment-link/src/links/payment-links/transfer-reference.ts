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
 * All that may be a reference in the text of a bank, with anything around it and between its
 * characters. Case does not count; O, I and L count as the digits that they resemble. A reference
 * has 60 random bits, so other text is none by chance, and a slip of the pen names no other link.
 */
export function transferReferencesIn(text: string): string[] {
  const written = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');
  const typed = written.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const places = Array.from({ length: Math.max(0, typed.length - LENGTH + 1) }, (_, at) => at);
  const parts = places.map((at) => typed.slice(at, at + LENGTH));
  return [...new Set(parts)].filter((part) => REFERENCE.test(part));
}

import type { PaymentLinkId } from '@towpath/kernel';

const LENGTH = 12;
const GROUP = 4;
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * What a payer gives with the bank transfer for a link: the last 12 characters of its ID, which are
 * random. The same however often the payer chooses a transfer.
 */
export function transferReference(paymentLinkId: PaymentLinkId): string {
  return paymentLinkId.slice(-LENGTH);
}

/** In groups of 4, as it is read aloud and typed. */
export function groupedReference(reference: string): string {
  const groups = reference.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return groups.join(' ');
}

/**
 * The reference in what a bank passes on: case, spaces and hyphens do not count, and O, I and L are
 * the digits that they look like. Null when the text cannot be one.
 */
export function readTransferReference(text: string): string | null {
  const typed = text.toUpperCase().replaceAll(/[\s-]/g, '');
  const reference = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return REFERENCE.test(reference) ? reference : null;
}

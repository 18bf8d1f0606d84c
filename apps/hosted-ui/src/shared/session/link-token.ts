/** The part of the browser that contains the link's token. */
export interface AddressBar {
  readonly href: string;
  replace(url: string): void;
}

const ULID = '[0-9A-HJKMNP-TV-Z]{26}';
/** App and link, without the proof that opens it. */
const NAME = new RegExp(`^${ULID}\\.${ULID}(?=\\.|$)`);

/** The token of the link that was opened, or null. */
export function linkTokenIn(address: AddressBar): string | null {
  const token = new URL(address.href).searchParams.get('token');
  return token === '' ? null : token;
}

/**
 * Name of the link for which the page was opened: in the token, later in the address that
 * `forgetLinkToken` leaves. It gives no access; the server selects the permitted frames by it, also
 * after a reload.
 */
export function linkNameIn(address: AddressBar): string | null {
  const { searchParams } = new URL(address.href);
  const named = searchParams.get('token') ?? searchParams.get('link') ?? '';
  return NAME.exec(named)?.[0] ?? null;
}

/** The attempt for which the payer was at the issuer's page just now, or null; beside a token only. */
export function challengedAttemptIn(address: AddressBar): string | null {
  return linkTokenIn(address) && new URL(address.href).searchParams.get('challenged');
}

/** Written by the server into the address that a bank's page sends its visitors back to. */
const FROM_BANK = 'from_bank';

/** Whether the payer was at the page of a bank just now. */
export function cameFromBank(address: Pick<AddressBar, 'href'>): boolean {
  return new URL(address.href).searchParams.has(FROM_BANK);
}

/** The same, once: a reload is no second return. */
export function takeBankReturn(address: AddressBar): boolean {
  const url = new URL(address.href);
  if (!url.searchParams.has(FROM_BANK)) return false;
  url.searchParams.delete(FROM_BANK);
  address.replace(url.pathname + url.search + url.hash);
  return true;
}

/** Removes the token from the address bar and the history entry; the rest of the address stays. */
export function forgetLinkToken(address: AddressBar, name = linkNameIn(address)): void {
  const url = new URL(address.href);
  if (!url.searchParams.has('token')) return;
  url.searchParams.delete('token');
  url.searchParams.delete('challenged');
  if (name) url.searchParams.set('link', name);
  address.replace(url.pathname + url.search + url.hash);
}

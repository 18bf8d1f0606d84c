/** The part of the browser that the link's token lives in. */
export interface AddressBar {
  readonly href: string;
  replace(url: string): void;
}

/** The token of the link that was opened, or null. */
export function linkTokenIn(address: AddressBar): string | null {
  const token = new URL(address.href).searchParams.get('token');
  return token === '' ? null : token;
}

/** Takes the token out of the address bar and the history entry; the rest of the address stays. */
export function forgetLinkToken(address: AddressBar): void {
  const url = new URL(address.href);
  if (!url.searchParams.has('token')) return;
  url.searchParams.delete('token');
  address.replace(url.pathname + url.search + url.hash);
}

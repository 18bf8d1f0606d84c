const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * An address from the server that the page may send the payer to: absolute https, or http on this
 * machine. Anything else (`javascript:` above all) is null, and the page shows no link for it.
 */
export function safeUrl(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, hostname, href } = new URL(url);
  if (protocol === 'https:') return href;
  const isLoopback = LOOPBACK.has(hostname) || hostname.endsWith('.localhost');
  return protocol === 'http:' && isLoopback ? href : null;
}

/** The same, and an e-mail address: for the merchant's support link. */
export function safeContactUrl(url: string | null | undefined): string | null {
  if (url && URL.canParse(url) && new URL(url).protocol === 'mailto:') return url;
  return safeUrl(url);
}

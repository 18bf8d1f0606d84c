const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a browser may be sent back to this address: https, or http on the loopback interface for
 * test apps; never with a user or password in it.
 */
export function isReturnAddress(raw: string, appType: 'TEST' | 'LIVE'): boolean {
  if (!URL.canParse(raw)) return false;
  const { protocol, hostname, username, password } = new URL(raw);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  return protocol === 'http:' && appType === 'TEST' && LOOPBACK.has(hostname);
}

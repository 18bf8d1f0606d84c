/**
 * What protects the hosted pages: only their own scripts run, only the card gateways' fields are
 * framed, nobody frames or caches them, and no address they hold leaves them.
 */
export function pageHeaders(cardFieldsOrigins: readonly string[]): Record<string, string> {
  const framed = cardFieldsOrigins.length > 0 ? cardFieldsOrigins.join(' ') : "'none'";
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https:",
    "connect-src 'self'",
    `frame-src ${framed}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** The variable parts of a page's policy: permitted frames, and targets of its forms. */
export interface PagePolicy {
  /** Origins joined by spaces: of every page around it. Null for nobody. */
  readonly frameAncestor: string | null;
  /** Browsers check the target of a redirect that answers a form as well. */
  readonly formTargets: readonly string[];
  readonly runsScripts: boolean;
}

/** Headers of a page that shows or takes payment data: no inline code, no cache, no referrer. */
export function pageHeaders(policy: PagePolicy): Readonly<Record<string, string>> {
  const { frameAncestor, formTargets, runsScripts } = policy;
  const directives = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(runsScripts ? ["script-src 'self'", "connect-src 'self'"] : []),
    `form-action ${formTargets.length > 0 ? formTargets.join(' ') : "'none'"}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestor ?? "'none'"}`,
  ];
  return {
    'content-security-policy': directives.join('; '),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(frameAncestor === null ? { 'x-frame-options': 'DENY' } : {}),
  };
}

export interface PagePolicy {
  /** Origins whose card fields may be framed. */
  readonly cardFieldsOrigins: readonly string[];
  /** Origins that may frame the page, of every frame around it. */
  readonly frameAncestors: readonly string[];
  /** Targets of forms: the return by `form_post`. */
  readonly formTargets?: readonly string[];
  /** True for https: browsers must use https for a year. */
  readonly overHttps: boolean;
}

/**
 * Headers that protect the hosted pages. Only their own scripts run, and they frame only the card
 * fields of the gateways. Only the app's own sites may frame them or receive their forms. They are
 * not cached, and send no referrer.
 */
export function pageHeaders(options: PagePolicy): Record<string, string> {
  const { cardFieldsOrigins, frameAncestors, formTargets = [], overHttps } = options;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https:",
    "connect-src 'self'",
    `frame-src ${sources(cardFieldsOrigins)}`,
    `frame-ancestors ${sources(frameAncestors)}`,
    "base-uri 'none'",
    `form-action ${sources(formTargets)}`,
  ];
  return guarded(policy, { frameAncestors, overHttps });
}

/** A page with the card fields of one processor, and the origins of it that the page may use. */
export interface FieldsPage {
  /** The last part of its path. */
  readonly name: string;
  /** Its built file. */
  readonly file: string;
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly calls: readonly string[];
  /** Its script gives styles to what it inserts. */
  readonly setsStyles: boolean;
}

/**
 * Headers that protect a page of card fields. Only its own script and that of its processor run, and
 * only the processor is called and framed. Only the hosted pages and the sites around them frame it.
 */
export function fieldsHeaders(
  { scripts, frames, calls, setsStyles }: FieldsPage,
  framing: Framing,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...(setsStyles ? ["'unsafe-inline'"] : [])].join(' ')}`,
    "img-src 'self'",
    `connect-src ${sources(calls)}`,
    `frame-src ${sources(frames)}`,
    `frame-ancestors ${sources(framing.frameAncestors)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return guarded(policy, framing);
}

/** Stands in the built page of the console where the nonce of an answer belongs. */
const NONCE_PLACE = 'NONCE-OF-THE-ANSWER';

interface ConsolePolicy {
  /** Of one answer only. */
  readonly nonce: string;
  readonly overHttps: boolean;
}

/**
 * Headers that protect the console. Scripts and styles need the nonce of the answer, nobody frames
 * it, and it calls and loads nothing but its own origin.
 */
export function consoleHeaders({ nonce, overHttps }: ConsolePolicy): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return guarded(policy, { frameAncestors: [], overHttps });
}

/** @param nonce base64: it contains no character that ends the attribute */
export function withNonce(html: string, { nonce }: { readonly nonce: string }): string {
  return html.replaceAll(NONCE_PLACE, nonce);
}

/**
 * The page with the origin of the hosted pages in its head: it sends messages to that origin only. A
 * policy accepts it, so it contains no character that ends the attribute.
 */
export function withPageOrigin(
  html: string,
  { pageOrigin }: { readonly pageOrigin: string },
): string {
  return html.replace(
    'name="page-origin" content=""',
    `name="page-origin" content="${pageOrigin}"`,
  );
}

type Framing = Pick<PagePolicy, 'frameAncestors' | 'overHttps'>;

function guarded(
  policy: readonly string[],
  { frameAncestors, overHttps }: Framing,
): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(overHttps && { 'strict-transport-security': 'max-age=31536000' }),
    // It cannot name an origin, and would overrule the policy in old browsers.
    ...(frameAncestors.length === 0 && { 'x-frame-options': 'DENY' }),
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}

function sources(origins: readonly string[]): string {
  return origins.length > 0 ? origins.join(' ') : "'none'";
}

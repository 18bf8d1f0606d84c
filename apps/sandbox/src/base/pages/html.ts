/** Text that is already HTML. Only `html` and `jsonScript` make it, so nothing unescaped gets in. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlValue = string | number | Html | readonly Html[] | null;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, for text and for quoted attributes; null is left out. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(render)));
}

/** Data for a script of the page; a data block is not code, so a strict policy allows it. */
export function jsonScript(id: string, data: unknown): Html {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  const opening = html`<script type="application/json" id="${id}">`.text;
  return new Html(`${opening}${text}</script>`);
}

function render(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/gu, (character) => ESCAPES[character] ?? character);
}

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

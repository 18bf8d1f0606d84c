import { createHash } from 'node:crypto';

/** A page of text without a script. */
export interface PlainPage {
  readonly title: string;
  /** HTML; what is not ours has passed through `escaped`. */
  readonly body: string;
}

const STYLE = `
:root{color-scheme:light dark;--ink:#14212b;--soft:#51616e;--paper:#f4f6f8;--card:#fff;--line:#dde3e8;--go:#0a6b5c;--good:#0a7a4b;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8eef2;--soft:#a5b3bf;--paper:#0f171d;--card:#18232b;--line:#2b3943;--go:#5fd0bb;--good:#6bd6a0;--bad:#ff8f86}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 "Noto Sans",system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.05rem;margin:0 0 .75rem}
p{margin:0 0 1rem;color:var(--soft)}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.25rem;margin:1.25rem 0}
a{color:var(--go)}
ul{list-style:none;margin:0;padding:0}
li{display:flex;justify-content:space-between;gap:1rem;padding:.45rem 0;border-top:1px solid var(--line)}
li:first-child{border-top:0}
.good{color:var(--good)}.bad{color:var(--bad)}
pre{margin:0;overflow-x:auto;font:13px/1.5 ui-monospace,monospace}
.button{display:inline-block;background:var(--go);color:var(--card);padding:.6rem 1.1rem;border-radius:8px;text-decoration:none}
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const PLAIN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function plainPage({ title, body }: PlainPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body><main>
<h1>${escaped(title)}</h1>
${body}
</main></body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

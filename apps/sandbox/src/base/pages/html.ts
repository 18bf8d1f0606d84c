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

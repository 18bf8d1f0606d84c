import { Embedder, addresseesOf } from './embedder.js';
import { isFramed } from './frame.js';

/** Set by the gateway to the origins that its policy lets frame this page. */
const NAMED = 'meta[name="embedding-origins"]';

/** The embedding page, or null; it receives the height of `root` from now on. */
export function embed(root: HTMLElement): Embedder | null {
  if (!isFramed()) return null;
  document.documentElement.classList.add('embedded');
  const named = document.querySelector<HTMLMetaElement>(NAMED)?.content ?? '';
  const addressees = addresseesOf({
    allowed: named.split(' ').filter((origin) => origin !== ''),
    ancestor: window.location.ancestorOrigins?.[0] ?? null,
    referrer: document.referrer,
  });
  const embedder = new Embedder(window.parent, addressees);
  new ResizeObserver(() => embedder.tellHeight(root.getBoundingClientRect().height)).observe(root);
  return embedder;
}

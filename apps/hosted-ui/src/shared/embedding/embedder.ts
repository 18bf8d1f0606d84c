import { isFramed } from './frame.js';

/** Messages to the embedding page: IDs, statuses and the height, no data of the payer. */
export type ToEmbedder =
  | { readonly type: 'towpath:height'; readonly height: number }
  | {
      readonly type: 'towpath:payment_link';
      readonly payment_link_id: string;
      readonly unique_reference_id: string;
      readonly status: string;
      readonly session_status: string;
    }
  | { readonly type: 'towpath:mandate'; readonly mandate_id: string; readonly status: string }
  /** How the link page was left. */
  | 'success'
  | 'close';

/** The part of the embedding window that the page uses. */
interface EmbedderWindow {
  postMessage(message: ToEmbedder, targetOrigin: string): void;
}

interface Surroundings {
  /** The origins that the server lets frame this page. */
  readonly allowed: readonly string[];
  /** The origin of the embedding page, if the browser reports it. */
  readonly ancestor: string | null;
  readonly referrer: string;
}

/**
 * The target origins of messages, never `*`: the embedding origin if the browser reports it,
 * otherwise each permitted one. The browser delivers a message only to the right origin.
 */
export function addresseesOf({ allowed, ancestor, referrer }: Surroundings): readonly string[] {
  const around = ancestor ?? (URL.canParse(referrer) ? new URL(referrer).origin : null);
  if (around === null) return allowed;
  return allowed.filter((origin) => origin === around);
}

/** The page around this one. */
export class Embedder {
  private height = 0;

  constructor(
    private readonly target: EmbedderWindow,
    private readonly addressees: readonly string[],
  ) {}

  tell(message: ToEmbedder): void {
    for (const origin of this.addressees) this.target.postMessage(message, origin);
  }

  /** In CSS pixels; sent only after a change. */
  tellHeight(height: number): void {
    const whole = Math.ceil(height);
    if (whole === this.height || whole === 0) return;
    this.height = whole;
    this.tell({ type: 'towpath:height', height: whole });
  }
}

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

/** What the page tells the page around it: IDs, statuses and its height; nothing of the payer. */
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

/** The window around this one, as far as it is spoken to. */
interface EmbedderWindow {
  postMessage(message: ToEmbedder, targetOrigin: string): void;
}

interface Surroundings {
  /** The origins that the server lets frame this page. */
  readonly allowed: readonly string[];
  /** The origin around this one, where the browser tells it. */
  readonly ancestor: string | null;
  readonly referrer: string;
}

/**
 * The origins to speak to, never `*`: the one around us where the browser tells it, else each that
 * may be there; the browser hands a message to none but the right one.
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

  /** In CSS pixels; told only when it changed. */
  tellHeight(height: number): void {
    const whole = Math.ceil(height);
    if (whole === this.height || whole === 0) return;
    this.height = whole;
    this.tell({ type: 'towpath:height', height: whole });
  }
}

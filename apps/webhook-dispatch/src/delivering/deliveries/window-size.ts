/** Most concurrent requests to one endpoint. */
export const LARGEST_WINDOW = 64;
const FIRST_WINDOW = 4;
/** An answer that takes longer does not widen the window. */
const PROMPT_MS = 1_000;
/** An answer that takes longer narrows it, although it is a success. */
const SLUGGISH_MS = 3_000;

/**
 * Most concurrent requests of one endpoint. It grows with every prompt success and halves with
 * every failure, so an endpoint that does not answer soon occupies one slot instead of all.
 */
export class WindowSize {
  private size = FIRST_WINDOW;
  /** Until it has answered once, an endpoint is not trusted with more. */
  private struggling = true;

  get limit(): number {
    return Math.max(1, Math.floor(this.size));
  }

  /** The last answer was late or none: its slots come out of a smaller budget. */
  get isSlow(): boolean {
    return this.struggling;
  }

  answered({
    succeeded,
    durationMs,
  }: {
    readonly succeeded: boolean;
    readonly durationMs: number;
  }) {
    this.struggling = !succeeded || durationMs > PROMPT_MS;
    if (!succeeded || durationMs > SLUGGISH_MS) this.size = Math.max(1, this.size / 2);
    else if (durationMs <= PROMPT_MS) this.size = Math.min(LARGEST_WINDOW, this.size + 1);
  }
}

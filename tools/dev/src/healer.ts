import { StartError, type EndedPart } from '@towpath/local-system';
import { readable } from './explain-failure.js';

/** All times in milliseconds. */
export interface HealerTimes {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Whoever lived longer than this is no repeated failure. */
  readonly windowMs: number;
}

export interface HealerOptions {
  readonly log: (line: string) => void;
  /** A part ended again and again: the system cannot go on. */
  readonly onGiveUp: (error: StartError) => void;
  /** False for a part that somebody else runs at present: it is not started. */
  readonly mayStart?: (name: string) => boolean;
  readonly times?: HealerTimes;
}

const TIMES: HealerTimes = { firstMs: 500, longestMs: 30_000, windowMs: 60_000 };
const MOST_ENDS = 5;

/**
 * Starts again what ended by itself: after 0.5 s, then twice as long each time, up to 30 s. Five
 * ends of one part within a minute are more than a restart mends.
 */
export class Healer {
  private readonly ends = new Map<string, { times: number[]; delayMs: number }>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopped = false;

  constructor(private readonly options: HealerOptions) {}

  /** Plans the next start of a part that has ended, or gives up. */
  ended(end: StartError, part: EndedPart): void {
    if (this.stopped) return;
    const { firstMs, longestMs, windowMs } = this.options.times ?? TIMES;
    const now = performance.now();
    const before = this.ends.get(part.name);
    const recent = [...(before?.times ?? []).filter((at) => now - at < windowMs), now];
    if (recent.length >= MOST_ENDS) return this.giveUp(end, part.name);
    const repeated = before !== undefined && recent.length > 1;
    const delayMs = repeated ? Math.min(before.delayMs * 2, longestMs) : firstMs;
    this.ends.set(part.name, { times: recent, delayMs });
    const last = end.lastLines.at(-1);
    const why = last === undefined ? '' : ` Its last line: ${readable(last)}`;
    this.options.log(`${end.message} It starts again in ${delayMs / 1_000} s.${why}`);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.start(part);
    }, delayMs);
    this.timers.add(timer);
  }

  /** Starts nothing any more. */
  stop(): void {
    this.stopped = true;
    this.timers.forEach((timer) => clearTimeout(timer));
  }

  private async start(part: EndedPart): Promise<void> {
    if (this.stopped || this.options.mayStart?.(part.name) === false) return;
    try {
      await part.start();
    } catch (error) {
      const end = error instanceof StartError ? error : new StartError('DIED', String(error));
      this.ended(end, part);
    }
  }

  private giveUp(end: StartError, name: string): void {
    this.stop();
    const message = `${name} ended ${MOST_ENDS} times within a minute: ${end.message}`;
    this.options.onGiveUp(new StartError('DIED', message, end.lastLines));
  }
}

import { StartError, type EndedPart } from '@towpath/local-system';
import { readable } from './explain-failure.js';

/** All times in milliseconds. */
export interface HealerTimes {
  readonly firstMs: number;
  readonly longestMs: number;
  /** A part that ran for so long before its end begins with the first delay. */
  readonly steadyMs: number;
}

export interface HealerOptions {
  readonly log: (line: string) => void;
  /** False for a part that somebody else runs at present: it is not started. */
  readonly mayStart?: (name: string) => boolean;
  readonly times?: HealerTimes;
}

interface Ends {
  /** Ends in a row, none after a steady run. */
  readonly inARow: number;
  readonly delayMs: number;
  startedAt: number;
}

const TIMES: HealerTimes = { firstMs: 500, longestMs: 300_000, steadyMs: 60_000 };
const MANY_ENDS = 5;

/**
 * Starts again what ended by itself: after 0.5 s, then after twice as long each time, up to 5
 * minutes. It never gives up, because the other parts can be used meanwhile.
 */
export class Healer {
  private readonly ends = new Map<string, Ends>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopped = false;

  constructor(private readonly options: HealerOptions) {}

  /** Plans the next start of a part that has ended. */
  ended(end: StartError, part: EndedPart): void {
    if (this.stopped) return;
    const { firstMs, longestMs, steadyMs } = this.options.times ?? TIMES;
    const now = performance.now();
    const before = this.ends.get(part.name);
    const repeats = before && now - before.startedAt < steadyMs ? before : undefined;
    const delayMs = repeats ? Math.min(repeats.delayMs * 2, longestMs) : firstMs;
    const inARow = (repeats?.inARow ?? 0) + 1;
    this.ends.set(part.name, { inARow, delayMs, startedAt: now + delayMs });
    const often = inARow < MANY_ENDS ? '' : ` It ended ${inARow} times; the other parts run on.`;
    const last = end.lastLines.at(-1);
    const why = last === undefined ? '' : ` Its last line: ${readable(last)}`;
    this.options.log(`${end.message} It starts again in ${delayMs / 1_000} s.${often}${why}`);
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
      const ends = this.ends.get(part.name);
      // However long it took, it did not run.
      if (ends) ends.startedAt = performance.now();
      this.ended(end, part);
    }
  }
}

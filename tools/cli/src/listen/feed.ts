import { setTimeout as pause } from 'node:timers/promises';
import {
  TowpathError,
  type ListWebhookEventsResponse,
  type Towpath,
  type WebhookEventResponse,
} from '@towpath/sdk';
import type { EventType } from '../event-types.js';

export interface FeedOptions {
  /** All if empty. */
  readonly eventTypes: readonly EventType[];
  /** Where to go on; from now on if absent. */
  readonly after?: string | undefined;
  readonly signal: AbortSignal;
  /** The feed could not be read, and is read again soon. */
  readonly onTrouble: (error: unknown) => void;
}

const POLL_MS = 1_000;
const PAGE = 20;
const LARGEST_PAGE = 1_000;
const DAY_MS = 86_400_000;
/** Refusals that pass: too many requests, or a clock that advances. */
const PASSING: readonly number[] = [409, 429];

/** The feed of webhook events as it grows, page by page. */
export class Feed {
  /** Where to go on. Undefined as long as there was no event. */
  cursor: string | undefined;
  private readonly since = new Date(Date.now() - DAY_MS).toISOString();

  private constructor(
    private readonly towpath: Towpath,
    private readonly options: FeedOptions,
  ) {
    this.cursor = options.after;
  }

  /** At its place. The clocks of both machines may differ by less than a day. */
  static async open(towpath: Towpath, options: FeedOptions): Promise<Feed> {
    const feed = new Feed(towpath, options);
    if (options.after === undefined) await feed.skipToEnd();
    // A wrong cursor is refused now, not after the first line was printed.
    else await feed.read(1);
    return feed;
  }

  /** Until the signal. A page counts as handled when the next one is requested. */
  async *pages(): AsyncGenerator<readonly WebhookEventResponse[]> {
    const { signal } = this.options;
    while (!signal.aborted) {
      const page = await this.nextPage();
      if (page && page.webhook_events.length > 0) {
        yield page.webhook_events;
        this.cursor = page.next_cursor;
      } else {
        await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Undefined if it cannot be read at present. */
  private async nextPage(): Promise<ListWebhookEventsResponse | undefined> {
    const { signal, onTrouble } = this.options;
    try {
      return await this.read(PAGE);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (isFinal(error)) throw error;
      onTrouble(error);
      return undefined;
    }
  }

  private async skipToEnd(): Promise<void> {
    for (;;) {
      const { webhook_events: events, next_cursor: next } = await this.read(LARGEST_PAGE);
      if (next !== undefined) this.cursor = next;
      if (events.length < LARGEST_PAGE) return;
    }
  }

  private read(limit: number): Promise<ListWebhookEventsResponse> {
    const { eventTypes, signal } = this.options;
    const place = this.cursor === undefined ? { created_from: this.since } : { after: this.cursor };
    const filter = eventTypes.length > 0 ? { event_types: [...eventTypes] } : {};
    return this.towpath.listWebhookEvents({ query: { limit, ...place, ...filter }, signal });
  }
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof TowpathError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && !PASSING.includes(status);
}

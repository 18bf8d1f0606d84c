import type { Logger } from '@towpath/observability';
import type { EachBatchPayload } from 'kafkajs';

type Batch = Pick<EachBatchPayload, 'uncommittedOffsets' | 'commitOffsetsIfNecessary'>;

/**
 * A pause of this length in ms ends a burst. The offsets are then committed, so that the lag is 0.
 */
const QUIET_MS = 60;

/**
 * Commits the offsets of all partitions together: once a second under load, at once after a pause.
 * KafkaJS would commit after each batch: a write of the broker and a round trip for almost every
 * event. A message without a committed offset arrives again, after a crash or at the next owner of
 * its partition. The inbox then recognizes it.
 */
export class OffsetCommits {
  #latest: Batch | undefined;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #under: Promise<void> | undefined;

  /** @param everyMs longest wait of a resolved offset for its commit */
  constructor(
    private readonly logger: Logger,
    private readonly everyMs: number,
  ) {}

  /**
   * Offsets of a batch were resolved; a batch of the consumer contains those of all its partitions.
   */
  resolved(batch: Batch): void {
    const now = performance.now();
    if (!this.#latest) this.#since = now;
    this.#latest = batch;
    this.#plan(Math.min(QUIET_MS, this.#since + this.everyMs - now));
  }

  /** Commits the resolved offsets. Never rejects: messages without a commit arrive again. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#under;
    await (this.#under = this.#commit());
  }

  /** Partitions were assigned again: this member must not commit earlier offsets. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#latest = undefined;
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), Math.max(0, ms));
    this.#timer.unref();
  }

  async #commit(): Promise<void> {
    const batch = this.#latest;
    if (!batch) return;
    this.#latest = undefined;
    try {
      const offsets = batch.uncommittedOffsets();
      if (offsets.topics.length > 0) await batch.commitOffsetsIfNecessary(offsets);
    } catch (error) {
      this.logger.debug({ error }, 'offsets could not be committed; the next commit includes them');
      if (this.#latest) return;
      this.#latest = batch;
      this.#since = performance.now();
      this.#plan(this.everyMs);
    }
  }
}

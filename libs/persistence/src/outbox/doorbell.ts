import type { Pool } from 'pg';

/** Channel on which a service's relay listens for new outbox rows. */
export const OUTBOX_CHANNEL = 'outbox';

/**
 * Wakes the relay after a commit that added events. It rings after the commit, not inside the
 * transaction: PostgreSQL takes one lock per cluster for a commit that notifies and holds it until
 * the log is on disk. So such commits run one after the other and no longer share a flush.
 * A ring lost with its process only waits for the relay's next poll. Rings that come while one is
 * under way are one ring.
 */
export class OutboxDoorbell {
  private ringing: Promise<void> | undefined;
  private again = false;
  private answers: () => boolean = () => false;

  constructor(
    private readonly pool: Pool,
    private readonly onError: (error: unknown) => void = () => undefined,
  ) {}

  /**
   * The relay of this very process, if it has one: true when it leads and takes the ring, so that
   * no other process need be told. Most services have one process, and save a round trip.
   */
  answeredBy(answers: () => boolean): void {
    this.answers = answers;
  }

  ring(): void {
    if (this.answers()) return;
    if (this.ringing) {
      this.again = true;
      return;
    }
    this.ringing = this.notify().finally(() => {
      this.ringing = undefined;
      if (!this.again) return;
      this.again = false;
      this.ring();
    });
  }

  /** Waits for the ring under way. */
  async settled(): Promise<void> {
    while (this.ringing) await this.ringing;
  }

  private async notify(): Promise<void> {
    try {
      await this.pool.query(`SELECT pg_notify('${OUTBOX_CHANNEL}', '')`);
    } catch (error) {
      this.onError(error);
    }
  }
}

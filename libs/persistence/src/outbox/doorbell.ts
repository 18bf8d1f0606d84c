import { awaitedLater } from '@towpath/kernel';
import type { Pool } from 'pg';

/** Channel on which a service's relay listens for new outbox rows. */
export const OUTBOX_CHANNEL = 'outbox';

/**
 * Wakes the relay after a commit with events. It sends the notification after the commit, not
 * inside the transaction. PostgreSQL takes one lock per cluster for a commit with a notification,
 * and holds it until the log is on disk. Such commits therefore run one after the other and share
 * no flush. A lost notification only waits for the relay's next poll. Notifications that arrive
 * while one is being sent are merged.
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
   * Sets the relay of this process. It returns true if it leads and needs no notification to other
   * processes. Most services have one process and save a round trip.
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
    const ringing = this.notify().finally(() => {
      this.ringing = undefined;
      if (!this.again) return;
      this.again = false;
      this.ring();
    });
    this.ringing = awaitedLater(ringing);
  }

  /** Waits for the notification that is being sent. */
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

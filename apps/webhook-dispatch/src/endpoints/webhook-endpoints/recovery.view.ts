import type { WebhookRecovery } from '@towpath/contracts/webhook-dispatch';
import type { Recovery } from './domain/recovery.js';

/** The public form of a recovery. */
export function recoveryView(recovery: Recovery): WebhookRecovery {
  return {
    since: recovery.since.toISOString(),
    recovered_events: recovery.recoveredEvents,
    started_at: recovery.startedAt.toISOString(),
    finished_at: recovery.finishedAt?.toISOString(),
  };
}

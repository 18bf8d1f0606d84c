import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';

/** Events of an endpoint that are sent again, in batches. All instants are real time. */
export interface Recovery {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
  readonly since: Date;
  /** Events that were queued so far. */
  readonly recoveredEvents: number;
  readonly startedAt: Date;
  /** Null while it runs. */
  readonly finishedAt: Date | null;
}

export interface RecoveryOrder {
  readonly since: Date;
  readonly at: Date;
}

/** Whether the recovery that runs covers the order, so that a repeated request changes nothing. */
export function covers(running: Recovery | null, { since }: RecoveryOrder): running is Recovery {
  return running !== null && running.finishedAt === null && running.since <= since;
}

import type { OperationOwner } from '@towpath/contracts';
import { InternalClient } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { ClockState } from '../customer-apps/domain/customer-app.js';
import { ClockParticipant, ClockParticipants } from './ports.js';

const RUN_DEADLINE_MS = 55_000;

interface Quiescence {
  readonly outbox: number;
  readonly in_flight: number;
}

/** A service reached over its internal port. */
export class HttpClockParticipant extends ClockParticipant {
  constructor(
    private readonly client: InternalClient,
    override readonly name: OperationOwner,
  ) {
    super();
  }

  override async nextDue(app: CustomerAppId): Promise<Date | null> {
    const { next_due_at: next } = await this.client.call<{ next_due_at: string | null }>(
      this.name,
      {
        method: 'GET',
        path: '/internal/clock/next',
        query: { customer_app_id: app },
      },
    );
    return next ? new Date(next) : null;
  }

  override async run(app: CustomerAppId, clock: ClockState): Promise<void> {
    await this.client.call(this.name, {
      method: 'POST',
      path: '/internal/clock/run',
      body: {
        customer_app_id: app,
        offset_ms: clock.offsetMs,
        frozen_at: clock.frozenAt?.toISOString() ?? null,
      },
      idempotent: true,
      deadlineMs: RUN_DEADLINE_MS,
    });
  }

  override async isQuiet(app: CustomerAppId): Promise<boolean> {
    const { outbox, in_flight } = await this.client.call<Quiescence>(this.name, {
      method: 'GET',
      path: '/internal/quiescence',
      query: { customer_app_id: app },
    });
    return outbox === 0 && in_flight === 0;
  }
}

export class HttpClockParticipants extends ClockParticipants {
  private readonly participants: readonly ClockParticipant[];

  constructor(client: InternalClient, services: readonly OperationOwner[]) {
    super();
    this.participants = services.map((name) => new HttpClockParticipant(client, name));
  }

  override all(): readonly ClockParticipant[] {
    return this.participants;
  }
}

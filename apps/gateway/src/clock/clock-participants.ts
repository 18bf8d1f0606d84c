import type { OperationOwner } from '@towpath/contracts';
import { InternalClient } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { ClockState } from '../customer-apps/domain/customer-app.js';
import type { NextDue } from './ports.js';

interface NextDueBody {
  readonly next_due_at: string | null;
  /** Absent where the clock has to stop at everything: in the sandbox. */
  readonly next_stop_at?: string | null;
}

interface Quiescence {
  readonly outbox: number;
  readonly in_flight: number;
}

/** A process that keeps due work by a customer app's clock: a service, or the sandbox. */
export class ClockParticipant {
  constructor(
    private readonly client: InternalClient,
    readonly name: OperationOwner,
  ) {}

  async nextDue(app: CustomerAppId): Promise<NextDue> {
    const next = await this.client.call<NextDueBody>(this.name, {
      method: 'GET',
      path: '/internal/clock/next',
      query: { customer_app_id: app },
    });
    const { next_due_at: due, next_stop_at: stop = due } = next;
    return { dueAt: due ? new Date(due) : null, stopAt: stop ? new Date(stop) : null };
  }

  /** Sets the clock of a participant and runs its due work, within `deadlineMs`. */
  async run(app: CustomerAppId, clock: ClockState, deadlineMs: number): Promise<void> {
    await this.client.call(this.name, {
      method: 'POST',
      path: '/internal/clock/run',
      body: {
        customer_app_id: app,
        offset_ms: clock.offsetMs,
        frozen_at: clock.frozenAt?.toISOString() ?? null,
      },
      idempotent: true,
      deadlineMs,
    });
  }

  /** Whether it has published and handled everything it knows of. */
  async isQuiet(app: CustomerAppId): Promise<boolean> {
    const { outbox, in_flight } = await this.client.call<Quiescence>(this.name, {
      method: 'GET',
      path: '/internal/quiescence',
      query: { customer_app_id: app },
    });
    return outbox === 0 && in_flight === 0;
  }
}

export class ClockParticipants {
  private readonly participants: readonly ClockParticipant[];

  constructor(client: InternalClient, services: readonly OperationOwner[]) {
    this.participants = services.map((name) => new ClockParticipant(client, name));
  }

  all(): readonly ClockParticipant[] {
    return this.participants;
  }
}

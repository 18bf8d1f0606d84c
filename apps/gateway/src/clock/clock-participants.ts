import type { OperationOwner } from '@towpath/contracts';
import { InternalClient } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { ClockState } from '../customer-apps/customer-app.js';

export interface NextDue {
  /** The earliest instant at which it has something to do for the app; null for nothing. */
  readonly dueAt: Date | null;
  /** Like `dueAt`, without work whose result does not depend on its instant. */
  readonly stopAt: Date | null;
}

interface NextDueBody {
  readonly next_due_at: string | null;
  /** Absent where the clock has to stop at everything: in the sandbox. */
  readonly next_stop_at?: string | null;
}

interface Quiescence {
  readonly outbox: number;
  readonly in_flight: number;
}

/** The processes that keep due work by a customer app's clock: services, and the sandbox. */
export class ClockParticipants {
  constructor(
    private readonly client: InternalClient,
    private readonly services: readonly OperationOwner[],
  ) {}

  /** The earliest of all. */
  async nextDue(app: CustomerAppId): Promise<NextDue> {
    const bodies = await this.ofAll<NextDueBody>('/internal/clock/next', app);
    return {
      dueAt: earliest(bodies.map(({ next_due_at: due }) => due)),
      stopAt: earliest(bodies.map(({ next_due_at: due, next_stop_at: stop = due }) => stop)),
    };
  }

  /**
   * Sets their clocks and runs their due work, within `deadlineMs`. Waits for all, so that none takes
   * an older clock over after a newer one.
   */
  async run(app: CustomerAppId, clock: ClockState, deadlineMs: number): Promise<void> {
    const outcomes = await Promise.allSettled(
      this.services.map((name) =>
        this.client.call(name, {
          method: 'POST',
          path: '/internal/clock/run',
          body: {
            customer_app_id: app,
            offset_ms: clock.offsetMs,
            frozen_at: clock.frozenAt?.toISOString() ?? null,
          },
          idempotent: true,
          deadlineMs,
        }),
      ),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Whether they have published and handled everything they know of. */
  async areQuiet(app: CustomerAppId): Promise<boolean> {
    const all = await this.ofAll<Quiescence>('/internal/quiescence', app);
    return all.every(({ outbox, in_flight }) => outbox === 0 && in_flight === 0);
  }

  private ofAll<T>(path: `/internal/${string}`, app: CustomerAppId): Promise<T[]> {
    const question = { method: 'GET', path, query: { customer_app_id: app } } as const;
    return Promise.all(this.services.map((name) => this.client.call<T>(name, question)));
  }
}

function earliest(instants: readonly (string | null)[]): Date | null {
  const times = instants.flatMap((instant) => (instant ? [Date.parse(instant)] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

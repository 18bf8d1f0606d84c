import { Controller } from '@nestjs/common';
import { definitionsOf, type CustomerAppEventPayload } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';
import {
  AsWorker,
  CopiesState,
  CustomerAppResolver,
  OnEvent,
  type EventContext,
} from '@towpath/messaging';
import { CustomerAppViews, type WorkerTx } from '@towpath/persistence';

const PROFILE_EVENTS = definitionsOf('customer_app.created', 'customer_app.updated');
const STATE_EVENTS = definitionsOf(
  'customer_app.credentials_rotated',
  'customer_app.disabled',
  'customer_app.enabled',
  'customer_app.live_enabled',
  'customer_app.clock_changed',
);

/** The events that keep a service's view of the customer apps current. */
export const CUSTOMER_APP_EVENTS = [...PROFILE_EVENTS, ...STATE_EVENTS];

/**
 * Copies customer apps from their events. Events contain neither names nor settings, so the service
 * requests those of a created or updated app after the commit. A part that needs an unknown app
 * requests it itself.
 */
@Controller()
export class CustomerAppConsumer {
  constructor(
    private readonly views: CustomerAppViews,
    private readonly resolver: CustomerAppResolver,
  ) {}

  @OnEvent(...PROFILE_EVENTS)
  @CopiesState()
  @AsWorker()
  async profileChanged(payload: CustomerAppEventPayload, context: EventContext<WorkerTx>) {
    await this.follow(payload, context);
    const app = payload.customer_app_id as CustomerAppId;
    context.tx.afterCommit(() => void this.resolver.resolve(app));
  }

  @OnEvent(...STATE_EVENTS)
  @CopiesState()
  @AsWorker()
  async stateChanged(payload: CustomerAppEventPayload, context: EventContext<WorkerTx>) {
    await this.follow(payload, context);
  }

  private follow(payload: CustomerAppEventPayload, { tx, sequence }: EventContext<WorkerTx>) {
    return this.views.follow(tx, {
      customerAppId: payload.customer_app_id as CustomerAppId,
      appType: payload.app_type,
      status: payload.status,
      credentialGeneration: payload.credential_generation,
      clockOffsetMs: payload.clock_offset_ms,
      clockFrozenAt: payload.clock_frozen_at === null ? null : new Date(payload.clock_frozen_at),
      sequence,
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import { DomainError } from '@towpath/kernel';
import {
  appOf,
  OperatorAction,
  type ActionTarget,
  type Confirmed,
  type Previewed,
} from '@towpath/service';
import { DeliveriesService } from '../delivering/deliveries/deliveries.service.js';
import { WebhookEndpointsReads } from '../endpoints/webhook-endpoints/webhook-endpoints.reads.js';
import { WebhookEndpointsService } from '../endpoints/webhook-endpoints/webhook-endpoints.service.js';

/** More are not counted. */
const MAX_COUNTED = 100_000;

/** Sends all events again that an endpoint did not acknowledge, as its customer app may do. */
@Injectable()
export class RecoverWebhooks extends OperatorAction {
  readonly name = 'recover_webhooks';

  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly reads: WebhookEndpointsReads,
    private readonly deliveries: DeliveriesService,
  ) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const app = appOf(target);
    const since = sinceOf(target);
    const endpoint = await this.reads.get(app, target.id);
    const { enabled, recovery, updated_at: changedAt } = endpoint;
    const limit = MAX_COUNTED + 1;
    const missing = await this.deliveries.countMissing(app, target.id, { since, limit });
    const isRunning = recovery !== undefined && recovery.finished_at === undefined;
    const effects = [`${deliveries(missing)} since ${since.toISOString()} will be sent again.`];
    if (!enabled) effects.push('The endpoint is disabled: they wait until it is enabled.');
    const recovered = isRunning ? `recovery of ${recovery.started_at} runs` : 'no recovery runs';
    // Not how many failed: retries change that every few seconds.
    const seen = `${enabled ? 'ENABLED' : 'DISABLED'} ${changedAt}, ${recovered}`;
    if (isRunning && since >= new Date(recovery.since)) {
      return { effects, seen, refusal: 'A recovery from this instant on is already running.' };
    }
    if (missing === 0) return { effects, seen, refusal: 'No webhook failed since then.' };
    return { effects, seen };
  }

  async perform(target: ActionTarget, { hasBegun }: Confirmed): Promise<PerformActionResponse> {
    const since = sinceOf(target).toISOString();
    const { recovery } = hasBegun
      ? await this.reads.get(appOf(target), target.id)
      : await this.endpoints.recover(appOf(target), target.id, { since });
    if (!recovery) return { effects: [`A recovery from ${since} on was started.`] };
    const effects = [`The recovery from ${recovery.since} on started at ${recovery.started_at}.`];
    return { effects };
  }
}

function sinceOf({ since }: ActionTarget): Date {
  if (since) return since;
  throw new DomainError('INVALID_REQUEST', 'since is missing');
}

function deliveries(missing: number): string {
  if (missing > MAX_COUNTED) return `More than ${MAX_COUNTED} failed deliveries`;
  return missing === 1 ? '1 failed delivery' : `${missing} failed deliveries`;
}

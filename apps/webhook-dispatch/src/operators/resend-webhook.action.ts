import { Injectable } from '@nestjs/common';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import type { WebhookDelivery } from '@towpath/contracts/webhook-dispatch';
import {
  appOf,
  OperatorAction,
  type ActionTarget,
  type Confirmed,
  type Previewed,
} from '@towpath/service';
import { DeliveriesService } from '../delivering/deliveries/deliveries.service.js';

/** Endpoints that the preview names. */
const MAX_NAMED = 10;

/** Sends an event again to every endpoint that it is for, as its customer app may do. */
@Injectable()
export class ResendWebhook extends OperatorAction {
  readonly name = 'resend_webhook';

  constructor(private readonly deliveries: DeliveriesService) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const { event, recipients } = await this.deliveries.previewResend(appOf(target), target.id);
    const known = new Map(event.deliveries.map((each) => [each.webhook_endpoint_id, each]));
    const named = recipients.slice(0, MAX_NAMED).map((id) => {
      const delivery = known.get(id);
      return `${event.event_type} is sent to the endpoint ${id}, ${stateOf(delivery)}.`;
    });
    const more = recipients.length - named.length;
    return {
      effects: more > 0 ? [...named, `It is sent to ${more} more endpoints.`] : named,
      seen: seenIn(event.deliveries, recipients.length),
      ...(recipients.length > 0 ? {} : { refusal: 'No endpoint subscribes to this event.' }),
    };
  }

  async perform(target: ActionTarget, { hasBegun }: Confirmed): Promise<PerformActionResponse> {
    const event = hasBegun
      ? (await this.deliveries.previewResend(appOf(target), target.id)).event
      : await this.deliveries.resend(appOf(target), target.id, {});
    const due = event.deliveries.filter(({ status }) => status !== 'DELIVERED').length;
    return { effects: [`${event.event_type} is on its way to ${endpoints(due)}.`] };
  }
}

function stateOf(delivery: WebhookDelivery | undefined): string {
  if (!delivery) return 'which never got it';
  const { status, attempts } = delivery;
  const tried = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return `where it is ${status} after ${tried}`;
}

/** Every attempt changes it. */
function seenIn(deliveries: readonly WebhookDelivery[], recipients: number): string {
  const byStatus = Map.groupBy(deliveries, ({ status }) => status);
  const states = [...byStatus].map(([status, { length }]) => `${status} ${length}`).toSorted();
  const attempts = deliveries.reduce((sum, each) => sum + each.attempts, 0);
  return [...states, `attempts ${attempts}`, `endpoints ${recipients}`].join(', ');
}

function endpoints(count: number): string {
  return count === 1 ? '1 endpoint' : `${count} endpoints`;
}

import {
  each,
  type WebhookEndpointWithSecretResponse,
  type WebhookEventResponse,
} from '@towpath/sdk';
import {
  eventually,
  type WebhookReceiver,
  type Merchant,
  type ReceivedRequest,
} from '@towpath/testing';
import type { RunningSystem } from '../system/running-system.js';
import { verifyStandard } from './signatures.js';
import { TopicReader, type TopicEvent } from './topic-reader.js';

const WAIT = { deadlineMs: 30_000 };

export interface PublishedEvents {
  readonly names: readonly string[];
  /** As counted by the aggregate, in the order of the topic. */
  readonly sequences: readonly number[];
  /** From the first to the last; each change must begin where the previous one ended. */
  readonly statuses: readonly unknown[];
}

export interface ReceivedWebhooks {
  readonly types: readonly unknown[];
  readonly sequences: readonly unknown[];
}

/** All events and webhooks about the mandates and payments of one shop. */
export class DebitStory {
  private constructor(
    private readonly merchant: Merchant,
    private readonly topics: TopicReader,
    private readonly receiver: WebhookReceiver,
    private readonly endpoint: WebhookEndpointWithSecretResponse,
  ) {}

  static async follow(system: RunningSystem, merchant: Merchant): Promise<DebitStory> {
    const topics = await TopicReader.start(system, ['mandate', 'payment']);
    const receiver = await system.webhookReceiver();
    const endpoint = await merchant.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
    return new DebitStory(merchant, topics, receiver, endpoint);
  }

  /**
   * The events of a mandate or payment, after as many changes. Events about charges of a mandate
   * count in its sequence, but are not among its changes.
   */
  async events(key: string, changes: number): Promise<PublishedEvents> {
    const ofKey = () => this.topics.soFar(key);
    await eventually(() => ofKey().filter(isChange).length >= changes, {
      ...WAIT,
      describe: () => `${changes} changes of ${key}: ${ofKey().map(nameOf).join(', ')}`,
    });
    const made = ofKey().filter(isChange);
    return {
      names: made.map(nameOf),
      sequences: ofKey().map(({ sequence }) => sequence),
      statuses: chainOf(made),
    };
  }

  /** The bank's statuses of the charges of a mandate, in order, up to `last`. */
  async chargeStatuses(mandateId: string, { last }: { readonly last: string }): Promise<unknown[]> {
    const bankStatuses = () =>
      this.topics
        .soFar(mandateId)
        .filter((event) => !isChange(event))
        .map(({ payload }) => payload['bank_status']);
    await eventually(() => bankStatuses().at(-1) === last, {
      ...WAIT,
      describe: () => `${last} of a charge on ${mandateId}: ${bankStatuses().join(', ')}`,
    });
    return bankStatuses();
  }

  /** Webhooks about one resource in order of arrival, once as many came. */
  async webhooks(resourceId: string, count: number): Promise<ReceivedWebhooks> {
    const about = () =>
      this.receiver.requests.filter(({ body }) => resourceOf(body) === resourceId);
    await eventually(() => about().length >= count, {
      ...WAIT,
      describe: () => `${count} webhooks of ${resourceId}: ${about().map(typeOf).join(', ')}`,
    });
    const bodies = about().map((request) => this.verified(request));
    return {
      types: bodies.map((body) => body['event_type']),
      sequences: bodies.map((body) => body['sequence']),
    };
  }

  /** Waits for all webhooks of the feed. Returns unknown and repeated ones. */
  async surplus(): Promise<{ readonly unknown: string[]; readonly repeated: string[] }> {
    const idsThatCame = () =>
      this.receiver.requests.map((request) => String(this.verified(request)['event_id']));
    return eventually(
      async () => {
        // Read before the feed: what was sent is in the feed by then.
        const came = idsThatCame();
        const owed = new Set((await this.feed()).map(({ event_id }) => event_id));
        const missing = [...owed].filter((id) => !came.includes(id));
        if (missing.length > 0) throw new Error(`not delivered: ${missing.join(', ')}`);
        return {
          unknown: came.filter((id) => !owed.has(id)),
          repeated: came.filter((id, index) => came.indexOf(id) !== index),
        };
      },
      { ...WAIT, describe: 'all webhooks' },
    );
  }

  stop(): Promise<unknown> {
    return Promise.all([this.topics.stop(), this.receiver.stop()]);
  }

  /** The body, when somebody else's code takes its signature for genuine. */
  private verified(request: ReceivedRequest): Readonly<Record<string, unknown>> {
    const body = verifyStandard(request, this.endpoint.secret) as Record<string, unknown>;
    if (body['event_id'] === request.headers['webhook-id']) return body;
    throw new Error(`webhook-id is not the event_id of ${JSON.stringify(body)}`);
  }

  private async feed(): Promise<WebhookEventResponse[]> {
    const events: WebhookEventResponse[] = [];
    const feed = each((after) =>
      this.merchant.listWebhookEvents({ query: { limit: 100, ...after } }),
    );
    for await (const event of feed) events.push(event);
    return events;
  }
}

/** What webhooks call the public ones among these events. */
export const webhooksOf = (events: readonly string[]): string[] =>
  events
    .filter((name) => !/created|authoriz/.test(name))
    .map((name) => name.toUpperCase().replace('.', '_').replace('MANDATE_', 'MANDATE_SETUP_'));

const nameOf = ({ name }: TopicEvent): string => name;
const typeOf = ({ body }: ReceivedRequest): string => String(body['event_type']);
const isChange = ({ name }: TopicEvent): boolean => name !== 'mandate.charge_updated';

function chainOf(changes: readonly TopicEvent[]): unknown[] {
  let status: unknown = null;
  return changes.map(({ name, payload }) => {
    const before = payload['previous_status'] ?? null;
    if (before !== status) {
      throw new Error(`${name} begins at ${String(before)}, not ${String(status)}`);
    }
    status = payload['status'];
    return status;
  });
}

/** Whose public events the body counts. */
function resourceOf(body: Readonly<Record<string, unknown>>): unknown {
  const family = String(body['event_type']);
  if (family.startsWith('PAYMENT_LINK_')) return body['payment_link_id'];
  if (family.startsWith('PAYMENT_')) return body['payment_id'];
  if (family.startsWith('DISPUTE_')) return body['dispute_id'];
  return family.startsWith('MANDATE_') ? body['mandate_id'] : body['user_id'];
}

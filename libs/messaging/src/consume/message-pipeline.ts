import type { AnyEventDefinition, EventRegistry } from '@towpath/contracts';
import { openSpan, requestContext } from '@towpath/observability';
import {
  Inbox,
  Transactions,
  UnknownCustomerApp,
  type Acceptance,
  type Tx,
} from '@towpath/persistence';
import { fromHeaders, UnreadableMessage, type CloudEvent } from '../cloud-event.js';
import { SequenceGap, UnknownEvent } from './consumer-errors.js';
import type { CustomerAppResolver } from './customer-app-resolver.js';
import { decodePayload } from './decode-payload.js';
import type { EventHandler, HandlerTable } from './handler-table.js';
import type { RawMessage } from './raw-message.js';

/** How a message was dealt with; everything else is an error that the failure policy judges. */
export type Outcome =
  | 'handled'
  /** Its effect was committed before. */
  | 'repeated'
  /** Nobody here waits for this kind of event. */
  | 'skipped';

export interface PipelineOptions {
  /** Kafka consumer group: the service's name. */
  readonly group: string;
  readonly registry: EventRegistry;
  readonly handlers: HandlerTable;
  readonly transactions: Transactions;
  readonly resolver: CustomerAppResolver;
}

export interface Handling {
  /** Someone decided to go on without what is missing. */
  readonly acceptGap: boolean;
}

/** One message: read, validate, and take effect once, in one transaction with its inbox row. */
export class MessagePipeline {
  readonly #inbox = new Inbox();
  readonly #definitions: ReadonlyMap<string, AnyEventDefinition>;

  constructor(private readonly options: PipelineOptions) {
    const all = options.registry.all();
    this.#definitions = new Map(all.map((d) => [keyOf(d), d]));
  }

  async handle(message: RawMessage, handling: Handling = { acceptGap: false }): Promise<Outcome> {
    const event = fromHeaders(message.headers);
    const definition = this.#definitions.get(keyOf(event));
    if (!definition) throw new UnknownEvent(event);
    if (definition.topic !== message.topic) {
      throw new UnreadableMessage(`${event.name} does not belong into this topic`);
    }
    const handlers = this.options.handlers.of(definition);
    const counts = this.options.handlers.countsEveryEvent(message.topic);
    if (handlers.length === 0 && !counts) return 'skipped';
    const payload = await decodePayload(definition, event, message);
    const work: Work = { event, definition, handlers, payload, counts, ...handling };
    return this.#traced(event, () => this.#effect(work));
  }

  async #traced(event: CloudEvent, run: () => Promise<Outcome>): Promise<Outcome> {
    const { traceparent, customerAppId } = event;
    const span =
      traceparent && openSpan(`consume ${event.name}`, { kind: 'CONSUMER', traceparent });
    const inside = span ? span.traceparent : traceparent;
    const context = {
      requestId: requestIdOf(event),
      customerAppId,
      ...(inside ? { traceparent: inside } : {}),
    };
    const attributes = { 'event.id': event.eventId, 'customer_app.id': customerAppId };
    try {
      const outcome = await requestContext.run(context, () => (span ? span.run(run) : run()));
      if (span) span.end({ attributes });
      return outcome;
    } catch (error) {
      if (span) span.end({ attributes, error });
      throw error;
    }
  }

  async #effect(work: Work): Promise<Outcome> {
    try {
      return await this.#inTransaction(work);
    } catch (error) {
      if (!(error instanceof UnknownCustomerApp)) throw error;
      if (!(await this.options.resolver.resolve(error.customerAppId))) throw error;
      return this.#inTransaction(work);
    }
  }

  #inTransaction(work: Work): Promise<Outcome> {
    const { transactions } = this.options;
    const [first] = work.handlers;
    // Without a handler only positions are counted, for which the app need not be known.
    return !first || first.options.transaction === 'worker'
      ? transactions.asWorker((tx) => this.#once(tx, work))
      : transactions.forApp(work.event.customerAppId, (tx) => this.#once(tx, work));
  }

  async #once(tx: Tx, work: Work): Promise<Outcome> {
    const { group } = this.options;
    const { eventId, customerAppId } = work.event;
    if (!(await this.#inbox.firstTime(tx, { group, eventId, customerAppId }))) return 'repeated';
    const acceptance = await this.#accept(tx, work);
    for (const { options, handle } of work.handlers) {
      if (acceptance === 'stale' && options.position !== 'any') continue;
      await handle(work.payload, contextOf(tx, work));
    }
    return 'handled';
  }

  async #accept(tx: Tx, work: Work): Promise<Acceptance> {
    const { event, definition, handlers, counts, acceptGap } = work;
    const ordered = handlers.some(({ options }) => options.position !== 'any');
    if (!counts && !ordered) return 'new';
    const acceptance = await this.#inbox.accept(tx, {
      group: this.options.group,
      aggregate: definition.aggregate,
      aggregateId: event.subject,
      customerAppId: event.customerAppId,
      sequence: event.sequence,
    });
    if (acceptance === 'gap' && counts && !acceptGap) throw new SequenceGap(event);
    return acceptance;
  }
}

interface Work extends Handling {
  readonly event: CloudEvent;
  readonly definition: AnyEventDefinition;
  readonly handlers: readonly EventHandler[];
  readonly payload: object;
  /** Whether a missing event of this topic matters. */
  readonly counts: boolean;
}

function contextOf(tx: Tx, { event, definition }: Work) {
  const { eventId, customerAppId, subject, sequence, occurredAt } = event;
  const requestId = requestIdOf(event);
  return { tx, eventId, definition, customerAppId, subject, sequence, occurredAt, requestId };
}

function requestIdOf(event: CloudEvent): string {
  return event.requestId ?? event.eventId;
}

function keyOf({ name, version }: { readonly name: string; readonly version: number }): string {
  return `${name}.v${version}`;
}

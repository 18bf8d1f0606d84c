import { isSigned, type AnyEventDefinition, type EventRegistry } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';
import { requestContext } from '@towpath/observability';
import {
  Inbox,
  Transactions,
  UnknownCustomerApp,
  type Acceptance,
  type Tx,
} from '@towpath/persistence';
import { fromHeaders, UnreadableMessage, type CloudEvent } from '../cloud-event.js';
import { SequenceGap, UnknownEvent } from './failure-policy.js';
import type { CustomerAppResolver } from './customer-app-resolver.js';
import { decodePayload, parsePayload } from './decode-payload.js';
import { GatheredEffects, type FreshEvents } from './gathered-effects.js';
import type { EventHandler, HandlerTable } from './handler-table.js';
import type { RawMessage } from './raw-message.js';
import type { UnprovedEvents } from './unproved-events.js';
import {
  attributesOf,
  contextOf,
  requestIdOf,
  runsOf,
  spanOf,
  takesSeveral,
  type Handling,
  type Work,
  type Outcome,
} from './work.js';

export interface PipelineOptions {
  /** Kafka consumer group: the service's name. */
  readonly group: string;
  readonly registry: EventRegistry;
  readonly handlers: HandlerTable;
  readonly transactions: Transactions;
  /** Without it the message about an unknown app is tried again, then parked. */
  readonly resolver?: CustomerAppResolver | undefined;
  readonly unproved: UnprovedEvents;
}

/** One message: read, validate, and take effect once, in one transaction with its inbox row. */
export class MessagePipeline {
  readonly #inbox = new Inbox();
  readonly #definitions: ReadonlyMap<string, AnyEventDefinition>;
  readonly #signedTopics: ReadonlySet<string>;
  readonly #gathered = new GatheredEffects((app, works) => this.#effectTogether(app, works));

  constructor(private readonly options: PipelineOptions) {
    const all = options.registry.all();
    this.#definitions = new Map(all.map((d) => [keyOf(d), d]));
    this.#signedTopics = new Set(all.filter(isSigned).map(({ topic }) => topic));
  }

  async handle(message: RawMessage, handling: Handling = { acceptGap: false }): Promise<Outcome> {
    const work = await this.#read(message, handling);
    return isWork(work) ? this.#traced(work.event, () => this.#effect(work)) : work;
  }

  /**
   * Handles several messages of a partition together, if their handlers accept several. One
   * transaction per customer app, shared with other partitions. Undefined or an error means that
   * the caller must handle each message alone; committed messages then count as repeated.
   */
  async handleTogether(messages: readonly RawMessage[]): Promise<readonly Outcome[] | undefined> {
    if (messages.some(({ topic }) => this.#signedTopics.has(topic))) return undefined;
    const works = await Promise.all(messages.map((each) => this.#read(each, { acceptGap: false })));
    const byApp = new Map<CustomerAppId, Work[]>();
    for (const work of works) {
      if (!isWork(work)) continue;
      if (!takesSeveral(work)) return undefined;
      const { customerAppId } = work.event;
      byApp.set(customerAppId, [...(byApp.get(customerAppId) ?? []), work]);
    }
    const committed = await Promise.all(
      [...byApp].map(([app, ofApp]) => this.#gathered.add(app, ofApp)),
    );
    return works.map((work) => {
      if (!isWork(work)) return work;
      return committed.some((fresh) => fresh.has(work.event.eventId)) ? 'handled' : 'repeated';
    });
  }

  async #read(message: RawMessage, handling: Handling): Promise<Work | 'skipped' | 'unproved'> {
    const event = fromHeaders(message.headers);
    const definition = this.#definitions.get(keyOf(event));
    if (!definition) throw new UnknownEvent(event);
    if (definition.topic !== message.topic) {
      throw new UnreadableMessage(`${event.name} does not belong into this topic`);
    }
    const all = this.options.handlers.of(definition);
    const counts = this.options.handlers.countsEveryEvent(message.topic);
    if (all.length === 0 && !counts) return 'skipped';
    if (!(await this.options.unproved.mayBelieve(definition, message))) {
      await this.options.unproved.askOwner(event.customerAppId, message);
      return 'unproved';
    }
    const handlers = concerned(all, message);
    if (handlers.length === 0 && !counts) return 'skipped';
    const payload = await decodePayload(definition, event, message);
    return { event, definition, handlers, payload, counts, ...handling };
  }

  async #effectTogether(app: CustomerAppId, works: readonly Work[]): Promise<FreshEvents> {
    const spans = works.map(({ event }) => spanOf(event));
    const { group, transactions } = this.options;
    const eventIds = works.map(({ event }) => event.eventId);
    try {
      const committed = await transactions.forApp(app, async (tx) => {
        const fresh = await this.#inbox.firstTimes(tx, { group, eventIds, customerAppId: app });
        // One that is there twice has its effect once.
        const left = new Set(fresh);
        const events = works.flatMap((work, index) =>
          left.delete(work.event.eventId)
            ? [{ work, context: contextOf(tx, work, spans[index]?.traceparent) }]
            : [],
        );
        for (const run of runsOf(events)) {
          const [first] = run;
          const handled = run.map(({ work: { payload }, context }) => ({ payload, context }));
          for (const { handle } of first?.work.handlers ?? []) await handle(handled);
        }
        return fresh;
      });
      spans.forEach((span, index) => span?.end({ attributes: attributesOf(works[index]?.event) }));
      return committed;
    } catch (error) {
      for (const [index, span] of spans.entries()) {
        span?.end({ attributes: attributesOf(works[index]?.event), error });
      }
      throw error;
    }
  }

  async #traced(event: CloudEvent, run: () => Promise<Outcome>): Promise<Outcome> {
    const { traceparent, customerAppId } = event;
    const span = spanOf(event);
    const inside = span ? span.traceparent : traceparent;
    const context = {
      requestId: requestIdOf(event),
      customerAppId,
      ...(inside ? { traceparent: inside } : {}),
    };
    const attributes = attributesOf(event);
    try {
      const outcome = await requestContext.run(context, () => (span ? span.run(run) : run()));
      span?.end({ attributes });
      return outcome;
    } catch (error) {
      span?.end({ attributes, error });
      throw error;
    }
  }

  async #effect(work: Work): Promise<Outcome> {
    try {
      return await this.#inTransaction(work);
    } catch (error) {
      if (!(error instanceof UnknownCustomerApp)) throw error;
      if (!(await this.options.resolver?.resolve(error.customerAppId))) throw error;
      return this.#inTransaction(work);
    }
  }

  #inTransaction(work: Work): Promise<Outcome> {
    const { transactions } = this.options;
    const [first] = work.handlers;
    const once = (tx: Tx): Promise<Outcome> => this.#once(tx, work);
    // Without a handler only positions are counted, for which the app need not be known.
    return !first || first.options.transaction === 'worker'
      ? transactions.asWorker(once)
      : transactions.forApp(work.event.customerAppId, once);
  }

  /** Null for an event whose effect is committed. In an app's transaction it travels with BEGIN. */
  async #receive(
    tx: Tx,
    { event, definition, handlers, counts }: Work,
  ): Promise<Acceptance | null> {
    const { eventId, customerAppId, subject: aggregateId, sequence } = event;
    const received = { group: this.options.group, eventId, customerAppId };
    const ordered = handlers.some(({ options }) => options.position !== 'any');
    if (!counts && !ordered) return (await this.#inbox.firstTime(tx, received)) ? 'new' : null;
    const { aggregate } = definition;
    return this.#inbox.firstTimeAt(tx, { ...received, aggregate, aggregateId, sequence });
  }

  async #once(tx: Tx, work: Work): Promise<Outcome> {
    const acceptance = await this.#receive(tx, work);
    if (acceptance === null) return 'repeated';
    if (acceptance === 'gap' && work.counts && !work.acceptGap) throw new SequenceGap(work.event);
    const inside = requestContext.current()?.traceparent;
    for (const { options, handle } of work.handlers) {
      if (acceptance === 'stale' && options.position !== 'any') continue;
      await handle([{ payload: work.payload, context: contextOf(tx, work, inside) }]);
    }
    return 'handled';
  }
}

/** Those that would do something about the event. */
function concerned(all: readonly EventHandler[], message: RawMessage): readonly EventHandler[] {
  if (all.every(({ options }) => options.concerns === undefined)) return all;
  const payload = parsePayload(message.value);
  return all.filter(({ options: { concerns } }) => concerns?.(payload) ?? true);
}

function isWork(read: Work | Outcome): read is Work {
  return typeof read === 'object';
}

function keyOf({ name, version }: { readonly name: string; readonly version: number }): string {
  return `${name}.v${version}`;
}

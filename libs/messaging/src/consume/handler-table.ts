import type { AnyEventDefinition } from '@towpath/contracts';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Tx, AppTx } from '@towpath/persistence';
import { handlerOptions, type HandlerOptions } from './handler-options.js';
import type { CustomerAppId, EventId } from '@towpath/kernel';

/**
 * The context of a handler. The handler writes only through `tx`. That transaction also writes the
 * inbox row, so a repeated event has one effect.
 */
export interface EventContext<T extends Tx = AppTx> {
  readonly tx: T;
  readonly eventId: EventId;
  readonly definition: AnyEventDefinition;
  readonly customerAppId: CustomerAppId;
  /** ID of the aggregate, the message key. */
  readonly subject: string;
  /** Counts the published events of the aggregate, from 1, without gaps. */
  readonly sequence: number;
  /** On the customer app's clock. */
  readonly occurredAt: Date;
  /** ID of the request that caused the event; a new one if it had none. */
  readonly requestId: string;
  /** W3C trace context; undefined when the event came without one. */
  readonly traceparent: string | undefined;
}

/** The contexts of events that are handled together: at least one, all with the same `tx`. */
export type EventContexts = readonly [EventContext, ...EventContext[]];

/**
 * A handler as Nest hands it over: guards, pipes and interceptors around the method, which takes one
 * event or, declared with `@OnEvents`, a list of payloads and one of contexts.
 */
export type NestHandler = (payload: unknown, context: unknown) => Promise<unknown>;

/** One event as a handler gets it. */
export interface HandledEvent {
  readonly payload: object;
  readonly context: EventContext<Tx>;
}

export interface EventHandler {
  readonly options: HandlerOptions;
  /** Resolves when the handler is through; rejects with its own error. */
  handle(events: readonly HandledEvent[]): Promise<void>;
}

/** Which handlers a service has for which events. */
export class HandlerTable {
  readonly #definitions: ReadonlyMap<string, AnyEventDefinition>;
  readonly #handlers = new Map<string, EventHandler[]>();

  constructor(consumes: readonly AnyEventDefinition[]) {
    this.#definitions = new Map(consumes.map((definition) => [definition.name, definition]));
  }

  /** Throws when the service did not declare that it consumes the event. */
  add(pattern: string, handler: NestHandler, extras?: Readonly<Record<string, unknown>>): void {
    const definition = this.#definitions.get(pattern);
    if (!definition) {
      throw new Error(`a handler waits for "${pattern}", which the service does not consume`);
    }
    const handlers = this.#handlers.get(definition.name) ?? [];
    this.#handlers.set(definition.name, handlers);
    const options = handlerOptions(extras);
    if (handlers.some((other) => other.options.transaction !== options.transaction)) {
      throw new Error(`the handlers of "${pattern}" must all be of the same role: see @AsWorker`);
    }
    handlers.push({ options, handle: options.together ? all(handler) : oneByOne(handler) });
  }

  /** Throws when an event that the service consumes has no handler: it would be lost in silence. */
  assertComplete(): void {
    const idle = [...this.#definitions.keys()].filter((name) => !this.#handlers.has(name));
    if (idle.length > 0) throw new Error(`no handler for: ${idle.join(', ')}`);
  }

  get topics(): readonly string[] {
    return [...new Set([...this.#definitions.values()].map(({ topic }) => topic))];
  }

  /** Handlers in the order in which Nest found them. */
  of(definition: AnyEventDefinition): readonly EventHandler[] {
    return this.#handlers.get(definition.name) ?? [];
  }

  /** True when a handler of the topic must not miss an event: then every sequence is counted. */
  countsEveryEvent(topic: string): boolean {
    return [...this.#definitions.values()].some(
      (definition) =>
        definition.topic === topic &&
        this.of(definition).some(({ options }) => options.position === 'park-on-gap'),
    );
  }

  /**
   * True if every handler of the topic copies a state: each event contains the whole state, and an
   * older event that arrives later is skipped.
   */
  copiesState(topic: string): boolean {
    const handlers = [...this.#definitions.values()]
      .filter((definition) => definition.topic === topic)
      .flatMap((definition) => this.of(definition));
    return handlers.every(({ options }) => options.position === 'ignore-stale');
  }
}

function all(handler: NestHandler): EventHandler['handle'] {
  return (events) =>
    settled(
      handler(
        events.map(({ payload }) => payload),
        events.map(({ context }) => context),
      ),
    );
}

function oneByOne(handler: NestHandler): EventHandler['handle'] {
  return async (events) => {
    for (const { payload, context } of events) await settled(handler(payload, context));
  };
}

/** Nest answers with a promise, an observable, or a promise of one. */
async function settled(result: Promise<unknown>): Promise<void> {
  const value = await result;
  if (isObservable(value)) await lastValueFrom(value, { defaultValue: undefined });
}

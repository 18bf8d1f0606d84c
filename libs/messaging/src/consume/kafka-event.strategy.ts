import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { EventConsumer } from './event-consumer.js';
import type { NestHandler } from './handler-table.js';
import { isDeclaredWithOnEvent } from './on-event.js';

/** Distinguishes handlers of this transport from those of another one in the same app. */
export const KAFKA_EVENTS = Symbol('towpath kafka events');

/** Steps that precede consuming. */
export interface BootSteps {
  /** An error stops the start. */
  check(): Promise<void>;
  /** Resolved when every module is initialised: before that, no handler may run. */
  readonly bootstrapped: Promise<void>;
}

/**
 * Nest's side of the consumer: collects the `@OnEvent` methods and starts the group. Nest's
 * own way of calling event handlers (all at once, errors to the log) is not used at all.
 */
export class KafkaEventStrategy extends Server implements CustomTransportStrategy {
  /** Nest must not log errors that the failure policy handles. */
  override readonly propagatesEventHandlerErrors: boolean = true;

  constructor(
    private readonly consumer: EventConsumer,
    private readonly boot: BootSteps,
  ) {
    super();
    this.setTransportId(KAFKA_EVENTS);
  }

  /** Called by Nest for each handler. Not passed to Nest's own table, which chains handlers. */
  override addHandler(
    pattern: unknown,
    handler: NestHandler,
    ...[isEventHandler, extras = {}]: [boolean?, Record<string, unknown>?]
  ): void {
    if (!isEventHandler || typeof pattern !== 'string' || !isDeclaredWithOnEvent(extras)) {
      throw new Error(
        `declare the handler of ${JSON.stringify(pattern)} with @OnEvent(definition)`,
      );
    }
    this.consumer.handlers.add(pattern, handler, extras);
  }

  /** Returns before the group is joined: a service starts without its broker, too. */
  override async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      this.consumer.handlers.assertComplete();
      await this.boot.check();
      void this.boot.bootstrapped.then(() => this.consumer.start());
      callback();
    } catch (error) {
      callback(error);
    }
  }

  override async close(): Promise<void> {
    await this.consumer.stop();
  }

  override on(): never {
    throw new Error('this transport raises no events: see its metrics and its health check');
  }

  override unwrap<T>(): T {
    return this.consumer as T;
  }
}

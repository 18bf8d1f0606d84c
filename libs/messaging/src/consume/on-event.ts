import { Catch, UseFilters, type ExceptionFilter, type Type } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { AnyEventDefinition, EventDefinition } from '@towpath/contracts';
import { throwError, type Observable } from 'rxjs';
import { addExtra, TOGETHER } from './handler-options.js';

/** Nest replaces a handler's error by "Internal server error"; the runner must get the real one. */
@Catch()
class OriginalError implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

const originalError = new OriginalError();

/** Decorates methods of the type `M`. */
type Decorates<M> = <T extends M>(
  target: object,
  method: string,
  descriptor: TypedPropertyDescriptor<T>,
) => void;

/** A method `(payload: P, context: EventContext)`, or with an `EventContext<WorkerTx>`. */
type EventMethod<P extends object> = (payload: P, context: never) => unknown;

/**
 * Makes a controller's method the handler of these events: Nest's `@EventPattern`, with the payload
 * type tied to the definition, the two parameters in place, and the method's own errors passed on.
 */
export function OnEvent<P extends object>(
  ...definitions: readonly EventDefinition<P>[]
): Decorates<EventMethod<P>> {
  return (target, method, descriptor) => {
    EventPattern(definitions.map(({ name }) => name))(target, method, descriptor);
    Payload()(target, method, 0);
    Ctx()(target, method, 1);
    UseFilters(originalError)(target, method, descriptor);
    addExtra(descriptor.value as object, { [MARK]: true });
    handled.set(target.constructor, [...(handled.get(target.constructor) ?? []), ...definitions]);
  };
}

const handled = new Map<unknown, readonly AnyEventDefinition[]>();

/** The events that these controllers have handlers for, each once. */
export function eventsOf(...controllers: readonly Type[]): readonly AnyEventDefinition[] {
  return [...new Set(controllers.flatMap((controller) => handled.get(controller) ?? []))];
}

/** A method `(payloads: P[], contexts: EventContext[])`. */
type EventsMethod<P extends object> = (payloads: P[], contexts: never) => unknown;

/**
 * Like `@OnEvent`, for a handler of several events of one customer app, in their order and in one
 * transaction. This is much cheaper for many events. All contexts have the same `tx`. After a
 * failure the handler is called again with each event alone, and that failure counts.
 */
export function OnEvents<P extends object>(
  ...definitions: readonly EventDefinition<P>[]
): Decorates<EventsMethod<P>> {
  return (target, method, descriptor) => {
    const asOne = descriptor as TypedPropertyDescriptor<unknown> as TypedPropertyDescriptor<
      EventMethod<P>
    >;
    OnEvent<P>(...definitions)(target, method, asOne);
    addExtra(descriptor.value as object, { [TOGETHER]: Symbol(method) });
  };
}

const MARK = 'towpath:on-event';

/** Whether a handler was declared with `@OnEvent`: any other loses its context and its errors. */
export function isDeclaredWithOnEvent(extras: Readonly<Record<string, unknown>>): boolean {
  return extras[MARK] === true;
}

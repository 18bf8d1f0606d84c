import { PATTERN_EXTRAS_METADATA } from '@nestjs/microservices/constants.js';

/** How a handler depends on the order of its aggregate's events. */
export type PositionPolicy = 'any' | 'ignore-stale' | 'park-on-gap';

/** Options of a handler from the decorators below; Nest passes them to the strategy as `extras`. */
export interface HandlerOptions {
  readonly position: PositionPolicy;
  readonly transaction: 'app' | 'worker';
  /** Set for a handler that takes several events at a time: the same for all of its events. */
  readonly together: symbol | undefined;
  /**
   * False for an event without an effect on the handler; absent if the handler needs all events.
   */
  readonly concerns: ((payload: object) => boolean) | undefined;
}

const POSITION = 'towpath:position';
const TRANSACTION = 'towpath:transaction';
const CONCERNS = 'towpath:concerns';
/** Key of the extra that marks a handler of several events at a time. */
export const TOGETHER = 'towpath:together';

/**
 * For a handler that copies a state: it skips events older than one already seen. If all handlers
 * of a topic have this mark, later events do not wait behind a parked one, because each contains
 * the whole state.
 */
export function CopiesState(): MethodDecorator {
  return extra({ [POSITION]: 'ignore-stale' });
}

/**
 * For a handler whose effects add up (ledger, reservations): when an event of the aggregate is
 * missing, the message is parked. Replaying it accepts the gap.
 */
export function HasEffect(): MethodDecorator {
  return extra({ [POSITION]: 'park-on-gap' });
}

/**
 * Runs the handler as the worker role, over all customer apps: for events about an app that this
 * service may not know yet. Its context is an `EventContext<WorkerTx>`.
 */
export function AsWorker(): MethodDecorator {
  return extra({ [TRANSACTION]: 'worker' });
}

/**
 * For a handler that needs only some events, which it recognizes by their payload alone. Other
 * events are skipped before a write, unless another handler needs them. The payload is not
 * validated yet, so only test whether a field is present.
 */
export function Concerns<P extends object>(test: (payload: P) => boolean): MethodDecorator {
  return extra({ [CONCERNS]: test });
}

export function handlerOptions(extras: Readonly<Record<string, unknown>> = {}): HandlerOptions {
  return {
    position: (extras[POSITION] as PositionPolicy | undefined) ?? 'any',
    transaction: extras[TRANSACTION] === 'worker' ? 'worker' : 'app',
    together: extras[TOGETHER] as symbol | undefined,
    concerns: extras[CONCERNS] as HandlerOptions['concerns'],
  };
}

function extra(extras: Readonly<Record<string, unknown>>): MethodDecorator {
  return (_target, _method, descriptor: PropertyDescriptor) =>
    addExtra(descriptor.value as object, extras);
}

/** `@EventPattern` merges the extras that it finds, so the order of decorators is free. */
export function addExtra(handler: object, extras: Readonly<Record<string, unknown>>): void {
  const known = Reflect.getMetadata(PATTERN_EXTRAS_METADATA, handler) as object | undefined;
  Reflect.defineMetadata(PATTERN_EXTRAS_METADATA, { ...known, ...extras }, handler);
}

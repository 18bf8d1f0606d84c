import type { AnyEventDefinition } from '@towpath/contracts';
import { openSpan, type OpenSpan } from '@towpath/observability';
import type { Tx } from '@towpath/persistence';
import type { CloudEvent } from '../cloud-event.js';
import type { EventHandler, EventContext } from './handler-table.js';

/** Outcomes of a handled message; the failure policy handles errors. */
export type Outcome =
  | 'handled'
  /** Its effect was committed before. */
  | 'repeated'
  /** No handler of this service needs this kind of event. */
  | 'skipped'
  /** Its signature is missing or wrong: it changed nothing, its owner was asked. */
  | 'unproved';

export interface Handling {
  /** An operator decided to continue without the missing events. */
  readonly acceptGap: boolean;
}

/** One event and its handlers. */
export interface Work extends Handling {
  readonly event: CloudEvent;
  readonly definition: AnyEventDefinition;
  readonly handlers: readonly EventHandler[];
  readonly payload: object;
  /** Whether a missing event of this topic matters. */
  readonly counts: boolean;
}

/** @param traceparent of the span in which the event is handled */
export function contextOf(
  tx: Tx,
  { event, definition }: Work,
  traceparent = event.traceparent,
): EventContext<Tx> {
  const { eventId, customerAppId, subject, sequence, occurredAt } = event;
  const origin = { requestId: requestIdOf(event), traceparent };
  return { tx, eventId, definition, customerAppId, subject, sequence, occurredAt, ...origin };
}

/** An independent event, all of whose handlers accept several. */
export function takesSeveral({ handlers, counts }: Work): boolean {
  return (
    !counts &&
    handlers.every(({ options: { together, position, transaction } }) => {
      return together !== undefined && position === 'any' && transaction === 'app';
    })
  );
}

/** Groups neighbours with the same handlers; the order of the events remains. */
export function runsOf<T extends { readonly work: Work }>(events: readonly T[]): T[][] {
  const runs: T[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0] && isSame(run[0].work.handlers, event.work.handlers)) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

function isSame(some: readonly EventHandler[], others: readonly EventHandler[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ options }, index) => options.together === others[index]?.options.together)
  );
}

export function spanOf(event: CloudEvent): OpenSpan | undefined {
  const { traceparent } = event;
  if (!traceparent) return undefined;
  return openSpan(`consume ${event.name}`, { kind: 'CONSUMER', traceparent });
}

export function attributesOf(event: CloudEvent | undefined): Record<string, string> {
  return event ? { 'event.id': event.eventId, 'customer_app.id': event.customerAppId } : {};
}

export function requestIdOf(event: CloudEvent): string {
  return event.requestId ?? event.eventId;
}

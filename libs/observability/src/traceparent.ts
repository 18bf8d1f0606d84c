import {
  defaultTextMapSetter,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type SpanContext,
} from '@opentelemetry/api';
import { parseTraceParent, W3CTraceContextPropagator } from '@opentelemetry/core';
import { randomUUID } from 'node:crypto';

/** Reads and writes the header for us and for OpenTelemetry. */
export const propagator = new W3CTraceContextPropagator();

/** The W3C `traceparent` header in its canonical form when it is usable, else undefined. */
export function parseTraceparent(raw: unknown): string | undefined {
  const context = typeof raw === 'string' ? parseTraceParent(raw) : null;
  if (!context) return undefined;
  // The propagator writes one digit: of the flags only `sampled` is handed on.
  return traceparentOf({ ...context, traceFlags: context.traceFlags & TraceFlags.SAMPLED });
}

/** The header that hands a span to the next service; undefined for a span without valid IDs. */
export function traceparentOf(span: SpanContext): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagator.inject(trace.setSpanContext(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
  return carrier.traceparent;
}

/** A new trace that is not sampled: it joins logs and events even where no collector is set. */
export function newTraceparent(): string {
  // UUIDs come from a pool of random bytes, which is many times cheaper than asking for 24 of them
  const digits = (randomUUID() + randomUUID()).replaceAll('-', '');
  return `00-${digits.slice(0, 32)}-${digits.slice(32, 48)}-00`;
}

export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent === undefined ? undefined : parseTraceParent(traceparent)?.traceId;
}

/** Whether the trace is recorded. */
export function isSampled(traceparent: string | undefined): boolean {
  const flags = parseTraceParent(traceparent ?? '')?.traceFlags ?? TraceFlags.NONE;
  return (flags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED;
}

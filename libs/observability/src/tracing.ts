import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';

import { scrubText } from './redact.js';
import { requestContext } from './request-context.js';
import type { TracerProvider, TracingOptions } from './tracer-provider.js';
import { traceparentOf } from './traceparent.js';

export interface Tracing {
  /** Sends buffered spans and stops. */
  shutdown(): Promise<void>;
}

const TRACER = 'towpath';
const idle: Tracing = { shutdown: () => Promise.resolve() };
let provider: TracerProvider | undefined;

/** Starts the tracing of the process; the first service that names a collector decides where to. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  if (provider || (!options.otlpEndpoint && !options.processor)) return idle;
  // OpenTelemetry's SDK is 200 modules, which a process without a collector need not load.
  const { registerProvider } = await import('./tracer-provider.js');
  if (provider) return idle;
  const started = registerProvider(options);
  provider = started;
  return {
    async shutdown() {
      provider = undefined;
      trace.disable();
      context.disable();
      propagation.disable();
      await started.shutdown();
    },
  };
}

/** The W3C trace context to hand to the next hop, or undefined outside of a request. */
export function currentTraceparent(): string | undefined {
  const span = provider && trace.getSpan(context.active());
  return (span && traceparentOf(span.spanContext())) ?? requestContext.current()?.traceparent;
}

/**
 * Runs `work` in a span. An error is recorded on the span and thrown on. Attributes hold IDs and
 * names, never personal data. Costs nothing while no collector is set.
 */
export async function withSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!provider) return work();
  const parent = activeContext();
  const span = trace.getTracer(TRACER).startSpan(name, { attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** A span that outlives one call, such as that of an HTTP request. Undefined while tracing is off. */
export interface OpenSpan {
  readonly traceparent: string | undefined;
  run<T>(work: () => T): T;
  end(outcome: { readonly attributes: Attributes; readonly error?: unknown }): void;
}

/**
 * Opens a span for a request or message from outside. The span joins the trace of its
 * `traceparent`, and is recorded if that trace is. Without `traceparent` it starts a trace.
 */
export function openSpan(
  name: string,
  origin: { readonly kind: 'SERVER' | 'CONSUMER'; readonly traceparent?: string | undefined },
): OpenSpan | undefined {
  if (!provider) return undefined;
  const { traceparent } = origin;
  const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;
  const span = trace.getTracer(TRACER).startSpan(name, { kind: SpanKind[origin.kind] }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    traceparent: traceparentOf(span.spanContext()),
    run: (work) => context.with(inside, work),
    end({ attributes, error }) {
      span.setAttributes(attributes);
      if (error !== undefined) failed(span, error);
      span.end();
    },
  };
}

function activeContext() {
  const active = context.active();
  const traceparent = requestContext.current()?.traceparent;
  if (trace.getSpan(active) || !traceparent) return active;
  return propagation.extract(active, { traceparent });
}

function failed(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message: scrubText(message) });
}

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
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

import { scrubText } from './redact.js';
import { requestContext } from './request-context.js';
import { propagator, traceparentOf } from './traceparent.js';

export interface TracingOptions {
  readonly service: string;
  /** Base URL of an OTLP/HTTP collector. Without it spans are not recorded, IDs still travel. */
  readonly otlpEndpoint?: string;
  /** Extra destination of finished spans, for tests. */
  readonly processor?: SpanProcessor;
}

export interface Tracing {
  /** Sends what is buffered and stops. */
  shutdown(): Promise<void>;
}

const TRACER = 'towpath';
const idle: Tracing = { shutdown: () => Promise.resolve() };
let provider: NodeTracerProvider | undefined;

/** Starts the tracing of the process; the first service that names a collector decides where to. */
export function startTracing({ service, otlpEndpoint, processor }: TracingOptions): Tracing {
  if (provider || (!otlpEndpoint && !processor)) return idle;
  const spanProcessors = processor ? [processor] : [];
  if (otlpEndpoint) {
    const url = new URL(
      'v1/traces',
      otlpEndpoint.endsWith('/') ? otlpEndpoint : `${otlpEndpoint}/`,
    );
    spanProcessors.push(new BatchSpanProcessor(new OTLPTraceExporter({ url: url.href })));
  }
  const started = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors,
  });
  started.register({ propagator });
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
 * Opens a span for work that came from outside, a request or a message: in the trace of its
 * `traceparent`, and recorded if that one is; without one it begins a trace.
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

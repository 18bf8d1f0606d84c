import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { propagator } from './traceparent.js';

export interface TracingOptions {
  readonly service: string;
  /** Base URL of an OTLP/HTTP collector. Without it spans are not recorded, IDs still travel. */
  readonly otlpEndpoint?: string;
  /** Extra destination of finished spans, for tests. */
  readonly processor?: SpanProcessor;
}

export type TracerProvider = NodeTracerProvider;

/** Makes spans go to the collector, and to `processor`, from now on. */
export function registerProvider(options: TracingOptions): TracerProvider {
  const { service, otlpEndpoint, processor } = options;
  const spanProcessors = processor ? [processor] : [];
  if (otlpEndpoint) {
    const base = otlpEndpoint.endsWith('/') ? otlpEndpoint : `${otlpEndpoint}/`;
    const { href: url } = new URL('v1/traces', base);
    spanProcessors.push(new BatchSpanProcessor(new OTLPTraceExporter({ url })));
  }
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors,
  });
  provider.register({ propagator });
  return provider;
}

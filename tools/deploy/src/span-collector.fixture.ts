import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

/** What a trace viewer is to the services: takes OTLP over HTTP, keeps every span. */
export class SpanCollector {
  readonly spans: CollectedSpan[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SpanCollector> {
    const server = createServer();
    const collector = new SpanCollector(server);
    server.on('request', (request, response) => {
      json(request).then(
        (body) => {
          collector.take(body as ExportRequest);
          response.setHeader('content-type', 'application/json').end('{}');
        },
        () => response.destroy(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  ofTrace(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take({ resourceSpans }: ExportRequest): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const named = resource.attributes.find(({ key }) => key === 'service.name');
      const service = named?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) {
        this.spans.push(...spans.map((span) => ({ ...span, service })));
      }
    }
  }
}

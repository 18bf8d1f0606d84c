import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, type EventuallyOptions } from '@towpath/local-system';

/** A request as it came over the wire. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
  /** The parsed body; empty when it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The status of the receiver's answer. */
  readonly answered: number;
}

export interface ScriptedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

type BodyObserver = (body: ReceivedRequest['body']) => void;

/** A consumer's server: keeps everything that arrives and answers 200, or as scripted. */
export class WebhookReceiver {
  /** In order of arrival. */
  readonly requests: ReceivedRequest[] = [];
  private readonly scripts = new Map<string, ScriptedAnswer[]>();
  /** Decides what no script decides; 200 unless replaced. */
  otherwise: (request: Omit<ReceivedRequest, 'answered'>) => ScriptedAnswer = () => ({
    status: 200,
  });

  private constructor(
    private readonly server: Server,
    private readonly origin: string,
    private readonly observe: BodyObserver,
  ) {}

  static async start(observe: BodyObserver = () => undefined): Promise<WebhookReceiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const receiver = new WebhookReceiver(server, `http://127.0.0.1:${port}`, observe);
    server.on('request', (request, response) => {
      // A sender that dies in the middle of its request has sent nothing.
      receiver.take(request, response).catch(() => response.destroy());
    });
    return receiver;
  }

  /** Address for an endpoint; each path is an endpoint of its own. */
  url(path: string): string {
    return `${this.origin}${path}`;
  }

  /** The next answers at `path`, one request each; 200 after them. */
  script(path: string, answers: readonly (number | ScriptedAnswer)[]): void {
    const scripted = answers.map((each) => (typeof each === 'number' ? { status: each } : each));
    this.scripts.set(path, [...(this.scripts.get(path) ?? []), ...scripted]);
  }

  at(path: string): ReceivedRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  /** The first request that fits, seen already or still to come. */
  async waitFor(
    fits: (request: ReceivedRequest) => boolean,
    options: EventuallyOptions = {},
  ): Promise<ReceivedRequest> {
    const { describe = 'a webhook' } = options;
    const what = typeof describe === 'function' ? await describe() : describe;
    return eventually(() => this.requests.find(fits), {
      ...options,
      describe: () => `${what} (received ${this.summary()})`,
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const rawBody = Buffer.concat(chunks);
    const path = request.url ?? '';
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const seen = { path, headers, rawBody, body: objectOf(rawBody) };
    this.observe(seen.body);
    const answer = this.scripts.get(path)?.shift() ?? this.otherwise(seen);
    this.requests.push({ ...seen, answered: answer.status });
    response.writeHead(answer.status, answer.headers).end();
  }

  private summary(): string {
    const seen = this.requests.map(({ path, body }) => `${String(body['event_type'])} at ${path}`);
    return seen.slice(-20).join(', ') || 'nothing';
  }
}

function objectOf(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

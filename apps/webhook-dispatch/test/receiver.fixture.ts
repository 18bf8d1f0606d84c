import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@towpath/testing';

/** A request as the receiver saw it. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes as text. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** ms of the process clock. */
  readonly at: number;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The answer begins and never ends. */
  readonly endless?: boolean;
}

/** Decides about each request; one that never resolves never answers. */
export type Behaviour = (request: Received, count: number) => Reply | Promise<Reply>;

const ACKNOWLEDGE: Behaviour = () => ({});

/** A customer's server on a real port, which does what the test says. */
export class Receiver {
  readonly received: Received[] = [];
  behaviour: Behaviour = ACKNOWLEDGE;
  /** Requests being answered, and the most of them at once. */
  open = 0;
  maxOpen = 0;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => void receiver.take(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Those that came to a path. */
  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /** The first `count` requests that fit, once they are there. */
  async waitFor(
    count: number,
    { fits = () => true, deadlineMs = 10_000 }: WaitOptions = {},
  ): Promise<Received[]> {
    const found = () => this.received.filter(fits);
    await eventually(() => found().length >= count, {
      deadlineMs,
      describe: () => `${count} requests, saw ${found().length}`,
    });
    return found();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const seen: Received = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      text,
      body: JSON.parse(text) as Record<string, unknown>,
      at: performance.now(),
    };
    this.received.push(seen);
    this.open += 1;
    this.maxOpen = Math.max(this.maxOpen, this.open);
    const reply = await this.behaviour(seen, this.received.length);
    const { status = 200, headers = {}, body = 'ok', endless = false } = reply;
    this.open -= 1;
    response.writeHead(status, headers);
    if (endless) response.write(body);
    else response.end(body);
  }
}

interface WaitOptions {
  readonly fits?: (request: Received) => boolean;
  readonly deadlineMs?: number;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@towpath/testing';
import { wallMs } from '../measure/wall-clock.js';

export interface Receipt {
  /** ms from the start of the event's transaction to the last byte of its webhook. */
  readonly delayMs: number;
  /** ms of the process clock. */
  readonly at: number;
}

const DRAIN_DEADLINE_MS = 180_000;

/** A webhook consumer that records only times. Each path is a separate endpoint. */
export class Consumer {
  private readonly receipts = new Map<string, Receipt[]>();

  private constructor(
    private readonly server: Server,
    private readonly origin: string,
  ) {}

  /** @param answerAfterMs how long each request waits for its 200 */
  static async start({ answerAfterMs = 0 } = {}): Promise<Consumer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const consumer = new Consumer(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      consumer.take(request, { response, answerAfterMs });
    });
    return consumer;
  }

  url(path: string): string {
    return `${this.origin}${path}`;
  }

  at(path: string): readonly Receipt[] {
    return this.receipts.get(path) ?? [];
  }

  all(): Receipt[] {
    return [...this.receipts.values()].flat().toSorted((one, other) => one.at - other.at);
  }

  /** Resolves after at least so many deliveries; repeats count. */
  async received(count: number): Promise<void> {
    await eventually(() => this.all().length >= count, {
      deadlineMs: DRAIN_DEADLINE_MS,
      describe: () => `${count} webhooks (received ${this.all().length})`,
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(
    request: IncomingMessage,
    { response, answerAfterMs }: { response: ServerResponse; answerAfterMs: number },
  ): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { event_time: string };
      const delayMs = wallMs() - Date.parse(body.event_time);
      const path = request.url ?? '';
      const known = this.receipts.get(path);
      const receipt = { delayMs, at: performance.now() };
      if (known) known.push(receipt);
      else this.receipts.set(path, [receipt]);
      if (answerAfterMs === 0) response.end();
      else setTimeout(() => response.end(), answerAfterMs);
    });
  }
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The way to the sandbox, on which answers get lost on command: what was asked for is done. */
export class LossyWay {
  /** Paths whose answers are lost. */
  loses: RegExp | null = null;
  private readonly server = createServer((request, response) => {
    void this.pass(request, response);
  });

  private constructor(private readonly target: string) {}

  static async to(target: string): Promise<LossyWay> {
    const way = new LossyWay(target);
    way.server.listen(0, '127.0.0.1');
    await once(way.server, 'listening');
    return way;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = 'GET', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const kept = ['authorization', 'content-type', 'idempotency-key'] as const;
    const sent = kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []));
    const answer = await fetch(`${this.target}${url}`, {
      method,
      headers: Object.fromEntries(sent) as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (this.loses?.test(url)) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  }
}

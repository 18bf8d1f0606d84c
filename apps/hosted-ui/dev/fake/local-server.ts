import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** By the ending of a file's name. */
export const contentTypeOf = (name: string) => TYPES[extname(name)] ?? 'application/octet-stream';

/** An HTTP server on a free port of this machine. */
export abstract class LocalServer {
  private readonly server = createServer((request, response) => {
    void this.answer(request, response);
  });

  protected abstract answer(request: IncomingMessage, response: ServerResponse): Promise<void>;

  protected get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

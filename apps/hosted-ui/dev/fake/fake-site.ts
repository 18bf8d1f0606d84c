import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { FakeBackend } from './fake-backend.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The built page behind the same strict headers that it meets in production, on a fake backend. */
export class FakeSite {
  readonly backend: FakeBackend;
  private readonly server: Server;

  constructor(private readonly appDir: string) {
    const pagesDir = join(appDir, 'dev/fake/gateway-pages');
    this.backend = new FakeBackend(pagesDir, () => `${this.origin}/hosted/pay`);
    this.server = createServer((request, response) => {
      void this.backend.handle(request, response).then((handled) => {
        if (!handled) return this.file(request.url ?? '/', response);
      });
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The address that a payer gets: a link of its own, made for this scenario. */
  open(scenario: string): { readonly url: string; readonly token: string } {
    const token = this.backend.api.newLink(scenario);
    return { url: `${this.origin}/hosted/pay?token=${token}`, token };
  }

  async start(): Promise<void> {
    await this.backend.start();
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.backend.stop();
  }

  private async file(path: string, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(path, 'http://page.invalid');
    const asked = normalize(pathname.slice('/hosted/'.length));
    const name = extname(asked) === '' ? 'index.html' : asked;
    const file = join(this.appDir, 'dist', name);
    if (!pathname.startsWith('/hosted/') || !existsSync(file)) {
      return void response.writeHead(404).end();
    }
    const content = await readFile(file);
    response.writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'content-security-policy': this.policy(),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(content);
  }

  private policy(): string {
    return [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' https:",
      "connect-src 'self'",
      `frame-src ${this.backend.gateway.origin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; ');
  }
}

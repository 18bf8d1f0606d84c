import { readFile } from 'node:fs/promises';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};
/** Banks let nobody frame them. */
const UNFRAMED = "default-src 'self'; frame-ancestors 'none'";
const FILES = new Set([
  'card-fields.html',
  'card-fields.css',
  'card-fields.js',
  'card-fields-texts.js',
  'challenge.html',
  'challenge.js',
]);

interface FakeGatewayParts {
  /** The folder of its pages. */
  readonly pagesDir: string;
  readonly decided: (linkToken: string, approved: boolean) => void;
  /** Where the challenge page sends the payer back to. */
  readonly returnUrl: (linkToken: string) => string;
}

/** The card gateway and the issuer: pages of another origin than the payment page, as in reality. */
export class FakeGateway {
  private server: Server | null = null;

  constructor(private readonly parts: FakeGatewayParts) {}

  get origin(): string {
    const { port } = this.server?.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.answer(request.url, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async answer(path: string | undefined, response: ServerResponse): Promise<void> {
    const url = new URL(path ?? '/', 'http://gateway.invalid');
    if (url.pathname === '/challenge/decide') {
      const token = url.searchParams.get('link') ?? '';
      this.parts.decided(token, url.searchParams.get('answer') === 'approve');
      response.writeHead(302, { location: this.parts.returnUrl(token) }).end();
      return;
    }
    const name = url.pathname.slice(1);
    const file = extname(name) === '' ? `${name}.html` : name;
    if (name === 'silent') response.writeHead(200, { 'content-type': 'text/html' }).end();
    else if (FILES.has(file)) await this.page(file, response);
    else response.writeHead(404).end();
  }

  private async page(file: string, response: ServerResponse): Promise<void> {
    const content = await readFile(join(this.parts.pagesDir, file));
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': file.startsWith('challenge') ? UNFRAMED : "default-src 'self'",
    });
    response.end(content);
  }
}

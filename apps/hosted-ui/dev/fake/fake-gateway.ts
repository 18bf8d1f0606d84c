import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import { contentTypeOf, LocalServer } from './local-server.js';

/** Banks let nobody frame them. */
const UNFRAMED = "default-src 'self'; frame-ancestors 'none'";

interface FakeGatewayParts {
  /** The folder of its pages. */
  readonly pagesDir: string;
  readonly decided: (linkToken: string, approved: boolean) => void;
  /** Where the challenge page sends the payer back to. */
  readonly returnUrl: (linkToken: string) => string;
}

/** The card gateway and the issuer: pages of another origin than the payment page, as in reality. */
export class FakeGateway extends LocalServer {
  constructor(private readonly parts: FakeGatewayParts) {
    super();
  }

  protected async answer({ url: asked }: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(asked ?? '/', this.origin);
    if (url.pathname === '/challenge/decide') {
      const token = url.searchParams.get('link') ?? '';
      this.parts.decided(token, url.searchParams.get('answer') === 'approve');
      response.writeHead(302, { location: this.parts.returnUrl(token) }).end();
      return;
    }
    const name = basename(url.pathname);
    const file = extname(name) === '' ? `${name}.html` : name;
    const path = join(this.parts.pagesDir, file);
    if (name === 'silent') response.writeHead(200, { 'content-type': 'text/html' }).end();
    else if (!existsSync(path)) response.writeHead(404).end();
    else {
      response.writeHead(200, {
        'content-type': contentTypeOf(file),
        'content-security-policy': file.startsWith('challenge') ? UNFRAMED : "default-src 'self'",
      });
      response.end(await readFile(path));
    }
  }
}

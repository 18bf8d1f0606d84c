import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';
import { fieldsHeaders, withPageOrigin, type FieldsPage } from '@towpath/http';
import { workspaceRoot } from '@towpath/local-system';
import { NotBegun } from './options.js';

const BUILT = join(workspaceRoot(), 'apps/hosted-ui/dist');

/** Frames the card fields as the payment page does. */
const FRAMING_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>connector-check</title><link rel="icon" href="data:,"></head><body>
<iframe id="fields" title="Card" width="480" height="640"
  sandbox="allow-scripts allow-same-origin allow-forms" referrerpolicy="no-referrer"></iframe>
</body></html>`;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Our page of the card fields, behind its headers of production, and a page of another origin around it. */
export class FieldsSite {
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch(() => response.writeHead(404).end());
  });

  private constructor(
    private readonly page: FieldsPage,
    private readonly html: string,
  ) {}

  /** Throws `NotBegun` while the pages are not built. */
  static async start(page: FieldsPage): Promise<FieldsSite> {
    const html = await readFile(join(BUILT, page.file), 'utf8').catch(() => {
      throw new NotBegun('The hosted pages are not built: npm run build.');
    });
    const site = new FieldsSite(page, html);
    site.server.listen(0, '127.0.0.1');
    await once(site.server, 'listening');
    return site;
  }

  /** Of the page around the fields. */
  get pageOrigin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get fieldsOrigin(): string {
    return `http://localhost:${this.port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private async answer({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(url ?? '/', this.pageOrigin);
    const html = 'text/html; charset=utf-8';
    if (pathname === '/') {
      response.writeHead(200, { 'content-type': html }).end(FRAMING_PAGE);
    } else if (pathname === `/fields/${this.page.name}`) {
      const headers = fieldsHeaders(this.page, {
        frameAncestors: [this.pageOrigin],
        overHttps: false,
      });
      response.writeHead(200, { 'content-type': html, ...headers });
      response.end(withPageOrigin(this.html, { pageOrigin: this.pageOrigin }));
    } else {
      const name = basename(pathname);
      const content = await readFile(join(BUILT, 'assets', name));
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type }).end(content);
    }
  }
}

import { readFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const GUIDE = join(import.meta.dirname, '../../../../docs/embedding.md');
const PAGES_ORIGIN = 'https://pay.example.com';
const LINK_URL = 'LINK_URL';

export interface Heard {
  readonly origin: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A site that shows a payment in a frame, with the very lines that the guide gives for it. */
export class Shop {
  private readonly server: Server;

  private constructor(private readonly parts: { readonly host: string; readonly example: string }) {
    this.server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://shop.invalid');
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(this.html(searchParams.get('link')));
    });
  }

  /** @param host decides whether browsers take it for the same site as the payment page */
  static async start(host: 'localhost' | '127.0.0.1'): Promise<Shop> {
    const example = /```html\n([\s\S]*?)```/.exec(await readFile(GUIDE, 'utf8'))?.[1];
    if (!example?.includes(LINK_URL)) throw new Error('docs/embedding.md has no example');
    const shop = new Shop({ host, example });
    await new Promise<void>((resolve) => shop.server.listen(0, '127.0.0.1', resolve));
    return shop;
  }

  get origin(): string {
    return `http://${this.parts.host}:${(this.server.address() as AddressInfo).port}`;
  }

  /** The shop's page with the payment in it. */
  checkout(linkUrl: string): string {
    return `${this.origin}/checkout?${String(new URLSearchParams({ link: linkUrl }))}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private html(linkUrl: string | null): string {
    const top = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">`;
    if (!linkUrl) return `${top}<h1>The shop</h1>`;
    const example = this.parts.example
      .replaceAll(LINK_URL, linkUrl)
      .replaceAll(PAGES_ORIGIN, new URL(linkUrl).origin);
    return `${top}<script>
        window.heard = [];
        addEventListener('message', ({ origin, data }) => window.heard.push({ origin, data }));
      </script><h1>Checkout</h1>${example}`;
  }
}

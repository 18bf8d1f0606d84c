import type { IncomingMessage, ServerResponse } from 'node:http';
import { snippetsOf } from '@towpath/testing';
import { LocalServer } from './local-server.js';

const PAGES_ORIGIN = /https:\/\/pay\.example\.com|PAGES_ORIGIN/g;
const LINK_URL = 'LINK_URL';

/** What a shop's page received. */
export interface ReceivedMessage {
  readonly origin: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A site that shows a payment in a frame, with the very lines that the guide gives for it. */
export class Shop extends LocalServer {
  private constructor(private readonly parts: { readonly host: string; readonly example: string }) {
    super();
  }

  /**
   * @param host decides whether browsers take it for the same site as the payment page
   * @param example the lines of another guide
   */
  static async start(host: 'localhost' | '127.0.0.1', example = payments()): Promise<Shop> {
    if (!example.includes(LINK_URL)) throw new Error('the guide has no example');
    const shop = new Shop({ host, example });
    await shop.start();
    return shop;
  }

  override get origin(): string {
    return `http://${this.parts.host}:${this.port}`;
  }

  protected answer({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(url, this.origin);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(this.html(searchParams.get('link')));
    return Promise.resolve();
  }

  /** The shop's page with the payment in it. */
  checkout(linkUrl: string): string {
    return `${this.origin}/checkout?${String(new URLSearchParams({ link: linkUrl }))}`;
  }

  private html(linkUrl: string | null): string {
    const top = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">`;
    if (!linkUrl) return `${top}<h1>The shop</h1>`;
    const example = this.parts.example
      .replaceAll(LINK_URL, linkUrl)
      .replaceAll(PAGES_ORIGIN, new URL(linkUrl).origin);
    return `${top}<script>
        window.received = [];
        addEventListener('message', ({ origin, data }) => window.received.push({ origin, data }));
      </script><h1>Checkout</h1>${example}`;
  }
}

/** The lines for payments, with the one for mandates where the guide says. */
function payments(): string {
  const [example = ''] = snippetsOf('docs/embedding.md', { language: 'html' });
  const [mandates = ''] = snippetsOf('docs/embedding.md', { language: 'js' });
  const before = /(?= *if \(message\.type === 'towpath:payment_link')/;
  if (!before.test(example)) throw new Error('the line for mandates has no place');
  return example.replace(before, `${mandates}\n`);
}

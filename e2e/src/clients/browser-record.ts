import type { BrowserContext, Request } from 'playwright-core';

/** What the pages and frames of a browser report and request. */
export class BrowserRecord {
  /** Of scripts and of policies. Answers with an error status are none: pages expect them. */
  readonly faults: string[] = [];
  private readonly requests: Request[] = [];

  follow(context: BrowserContext): void {
    context.on('weberror', (error) => this.faults.push(error.error().message));
    context.on('console', (message) => {
      if (!message.text().startsWith('Failed to load resource')) this.faults.push(message.text());
    });
    context.on('request', (request) => this.requests.push(request));
  }

  /** How often something was sent to an operation, for example `POST /payments`. */
  count(operation: string): number {
    return this.requests.filter((each) => operationOf(each) === operation).length;
  }

  /** Origins and paths of the addresses that have a text. */
  addressesWith(text: string): string[] {
    const found = this.requests.filter((each) => each.url().includes(text));
    return [...new Set(found.map((each) => each.url().split(/[?#]/, 1)[0] ?? ''))];
  }

  /** Addresses to which a text went as the Referer. */
  async refererWith(text: string): Promise<string[]> {
    const found = await Promise.all(
      this.requests.map(async (request) => {
        const { referer = '' } = await request.allHeaders().catch(() => request.headers());
        return referer.includes(text) ? [request.url()] : [];
      }),
    );
    return found.flat();
  }
}

const operationOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

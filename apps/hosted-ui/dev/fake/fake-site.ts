import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { HostedView } from '../../src/pages/pay/api/hosted-view.js';
import type { LinkView } from '../../src/pages/link/api/link-view.js';
import type { MandateView } from '../../src/pages/mandate/api/mandate-view.js';
import { FakeBackend } from './fake-backend.js';
import { contentTypeOf, LocalServer } from './local-server.js';
import { StripeFieldsSite } from './stripe-fields.js';

/** The app that the link page goes back to. */
const FORM_TARGETS = ['http://127.0.0.1:8090'];

/** What the pages are about. */
export interface ViewOf {
  readonly pay: HostedView;
  readonly mandate: MandateView;
  readonly link: LinkView;
}

export type PageName = keyof ViewOf;

export interface OpenedLink {
  readonly url: string;
  readonly token: string;
}

/** The built page behind the same strict headers that it meets in production, on a fake backend. */
export class FakeSite extends LocalServer {
  readonly backend: FakeBackend;
  private readonly fields: StripeFieldsSite;
  private framedBy: readonly string[] = [];

  constructor(private readonly appDir: string) {
    super();
    const pagesDir = join(appDir, 'dev/fake/gateway-pages');
    this.fields = new StripeFieldsSite(appDir);
    this.backend = new FakeBackend(pagesDir, {
      pageUrl: () => `${this.origin}/hosted/pay`,
      fields: this.fields,
    });
  }

  get embeddingOrigins(): readonly string[] {
    return this.framedBy;
  }

  /** Sites that may frame the page of a link. */
  set embeddingOrigins(origins: readonly string[]) {
    this.framedBy = origins;
    this.fields.embeddingOrigins = origins;
  }

  /** The address that a payer gets: a link of its own, made for this scenario. */
  open<P extends PageName>(
    page: P,
    scenario: string,
    changes: Partial<ViewOf[P]> = {},
  ): OpenedLink {
    const { origin, backend } = this;
    const api: { make(made: object): string } = backend[page];
    const token = api.make({ scenario, origin, changes });
    return { url: `${origin}/hosted/${page}?token=${token}`, token };
  }

  override async start(): Promise<void> {
    await Promise.all([this.backend.gateway.start(), this.fields.start(), super.start()]);
    this.fields.pageOrigin = this.origin;
  }

  override async stop(): Promise<void> {
    await Promise.all([this.backend.gateway.stop(), this.fields.stop(), super.stop()]);
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isAnswered = await this.backend.handle(request, response);
    if (!isAnswered) await this.file(request.url ?? '/', response);
  }

  private async file(path: string, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(path, 'http://page.invalid');
    // As the gateway does it: nobody frames a page whose address names no link.
    const names = searchParams.get('token') ?? searchParams.get('link') ?? '';
    const origins = names.includes('.') ? this.embeddingOrigins : [];
    const asked = normalize(pathname.slice('/hosted/'.length));
    const page = asked === 'mandate' || asked === 'link' ? `${asked}.html` : 'index.html';
    const name = extname(asked) === '' ? page : asked;
    const file = join(this.appDir, 'dist', name);
    if (!pathname.startsWith('/hosted/') || !existsSync(file)) {
      return void response.writeHead(404).end();
    }
    const content = (await readFile(file, 'utf8')).replace(
      'name="embedding-origins" content=""',
      `name="embedding-origins" content="${origins.join(' ')}"`,
    );
    response.writeHead(200, {
      'content-type': contentTypeOf(name),
      'content-security-policy': this.policy(origins, asked === 'link' ? FORM_TARGETS : []),
      // The name of an asset has its digest in it.
      ...(name.startsWith('assets/') && { 'cache-control': 'max-age=31536000, immutable' }),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(content);
  }

  private policy(embeddingOrigins: readonly string[], formTargets: readonly string[]): string {
    return [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' https:",
      "connect-src 'self'",
      `frame-src ${this.fields.origin} ${this.backend.gateway.origin}`,
      "base-uri 'none'",
      `form-action ${formTargets.join(' ') || "'none'"}`,
      `frame-ancestors ${embeddingOrigins.join(' ') || "'none'"}`,
      "require-trusted-types-for 'script'",
    ].join('; ');
  }
}

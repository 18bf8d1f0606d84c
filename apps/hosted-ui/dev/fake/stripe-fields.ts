import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import type { StripeElementsOptionsMode } from '@stripe/stripe-js';
import type { HostedView } from '../../src/pages/pay/api/hosted-view.js';
import { contentTypeOf, LocalServer } from './local-server.js';

const SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com';

/** The page of these fields, on an origin of its own, behind the same headers as in production. */
export class StripeFieldsSite extends LocalServer {
  /** Of the payment page. */
  pageOrigin = '';
  /** Sites that may frame the payment page. */
  embeddingOrigins: readonly string[] = [];

  constructor(private readonly appDir: string) {
    super();
  }

  protected async answer({ url: asked }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(asked ?? '/', this.origin);
    const isPage = pathname === '/fields/stripe';
    const name = isPage ? 'stripe-fields.html' : join('assets', basename(pathname));
    const file = join(this.appDir, 'dist', name);
    if (!(isPage || pathname.startsWith('/fields/assets/')) || !existsSync(file)) {
      return void response.writeHead(404).end();
    }
    const content = await readFile(file);
    response.writeHead(200, {
      'content-type': contentTypeOf(name),
      ...(isPage && { 'content-security-policy': this.policy() }),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const origin = `name="page-origin" content="${this.pageOrigin}"`;
    const page = () => content.toString('utf8').replace('name="page-origin" content=""', origin);
    response.end(isPage ? page() : content);
  }

  private policy(): string {
    return [
      "default-src 'none'",
      `script-src 'self' ${SCRIPTS}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self'",
      'connect-src https://api.stripe.com',
      `frame-src ${SCRIPTS} https://hooks.stripe.com`,
      `frame-ancestors ${[this.pageOrigin, ...this.embeddingOrigins].join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
  }
}

/** As payment-link makes it for a link and its surcharge; minor units. */
export function stripeFieldsUrl(
  origin: string,
  { view, surcharge, language }: StripeFieldsFor,
): string {
  const { mode, amount = 0, currency, future_payments } = view;
  const shared = {
    currency: currency.toLowerCase(),
    allowedPaymentMethodTypes: ['card'],
  };
  const options: StripeElementsOptionsMode =
    mode === 'SETUP'
      ? { ...shared, mode: 'setup', setupFutureUsage: 'off_session' }
      : {
          ...shared,
          mode: 'payment',
          amount: amount + surcharge,
          captureMethod: 'manual',
          setupFutureUsage: future_payments ? 'off_session' : null,
        };
  const url = new URL(`${origin}/fields/stripe`);
  url.searchParams.set('link', `APP.${view.payment_link_id}`);
  url.searchParams.set('lang', language);
  url.searchParams.set('key', 'pk_test_fields');
  url.searchParams.set('account', 'acct_fields');
  url.hash = encodeURIComponent(JSON.stringify(options));
  return url.href;
}

interface StripeFieldsFor {
  readonly view: HostedView;
  readonly surcharge: number;
  /** Language tag. */
  readonly language: string;
}

import { randomUUID } from 'node:crypto';
import open from 'open';
import { readClock } from './clock.js';
import { UsageError } from './failure.js';
import type { Session } from './session.js';
import { TestShop } from './trigger/test-shop.js';

export const PAGES = ['link', 'setup', 'mandate', 'login'] as const;
export type Page = (typeof PAGES)[number];

export interface OpenOptions {
  /** Print the address, and start no browser. */
  readonly print?: boolean;
  /** Of the page for bank logins. */
  readonly redirectUri?: string;
}

interface Made {
  readonly url: string;
  /** ID of what the page is about, by its name in the API. */
  readonly resource: Readonly<Record<string, string>>;
  /** What to type there. */
  readonly advice: string;
}

const CARD = 'Pay with card 4242 4242 4242 4242, any future expiry, any CVC.';
const BANK = 'Log in as usergood with the password datagood; the code is 123456.';

/** Makes a test page and shows it. */
export async function openPage(session: Session, page: Page, options: OpenOptions): Promise<void> {
  const { towpath, output } = session;
  await readClock(towpath);
  const { url, resource, advice } = await make(session, page, options);
  output.result({ page, url, ...resource }, url);
  output.note(advice);
  if (options.print) return;
  await open(url).catch(() => output.note('No browser starts here: open the address yourself.'));
}

async function make(
  { towpath, credentials }: Session,
  page: Page,
  { redirectUri = credentials.redirectUris[0] }: OpenOptions,
): Promise<Made> {
  const shop = new TestShop(towpath, credentials.baseUrl);
  switch (page) {
    case 'link':
    case 'setup': {
      const link = await (page === 'link' ? shop.link() : shop.setupLink());
      const resource = { payment_link_id: link.payment_link_id };
      return { url: link.url ?? '', resource, advice: CARD };
    }
    case 'mandate': {
      const { mandate_id } = await shop.requestedMandate();
      const link = await towpath.getMandateAuthLink({
        body: { mandate_id, link_customizations: {} },
      });
      return { url: link.link_url, resource: { mandate_id }, advice: BANK };
    }
    case 'login': {
      if (redirectUri === undefined)
        throw new UsageError('Name a redirect URI of the app: --redirect-uri URL.');
      const { link_url } = await towpath.generateLinkToken({
        body: {
          grant_type: 'client_credentials',
          response_type: 'code',
          response_mode: 'query',
          client_id: credentials.clientId,
          redirect_uri: redirectUri,
          user_id: `user-${randomUUID()}`,
        },
      });
      return { url: link_url, resource: {}, advice: `Choose the test bank. ${BANK}` };
    }
  }
}

import { randomUUID } from 'node:crypto';
import type { PaymentLinkResponse, Towpath } from '@towpath/sdk';
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
  const make = makerOf(session, page, options);
  await readClock(towpath);
  const { url, resource, advice } = await make();
  output.result({ page, url, ...resource }, url);
  output.note(advice);
  if (options.print) return;
  await open(url).catch(() => output.note('No browser starts here: open the address yourself.'));
}

/** What makes the page. It requests nothing before it is called. */
function makerOf(
  { towpath, credentials }: Session,
  page: Page,
  { redirectUri = credentials.redirectUris[0] }: OpenOptions,
): () => Promise<Made> {
  const shop = new TestShop(towpath, credentials.baseUrl);
  switch (page) {
    case 'link':
      return async () => payable(await shop.link());
    case 'setup':
      return async () => payable(await shop.setupLink());
    case 'mandate':
      return () => mandatePage(shop);
    case 'login': {
      if (redirectUri === undefined)
        throw new UsageError('Name a redirect URI of the app: --redirect-uri URL.');
      const { clientId: client_id } = credentials;
      return () => loginPage(towpath, { client_id, redirect_uri: redirectUri });
    }
  }
}

function payable({ payment_link_id, url = '' }: PaymentLinkResponse): Made {
  return { url, resource: { payment_link_id }, advice: CARD };
}

async function mandatePage(shop: TestShop): Promise<Made> {
  const { mandate_id } = await shop.requestedMandate();
  const body = { mandate_id, link_customizations: {} };
  const { link_url: url } = await shop.towpath.getMandateAuthLink({ body });
  return { url, resource: { mandate_id }, advice: BANK };
}

interface Returning {
  readonly client_id: string;
  readonly redirect_uri: string;
}

async function loginPage(towpath: Towpath, returning: Returning): Promise<Made> {
  const { link_url: url } = await towpath.generateLinkToken({
    body: {
      grant_type: 'client_credentials',
      response_type: 'code',
      response_mode: 'query',
      ...returning,
      user_id: `user-${randomUUID()}`,
    },
  });
  return { url, resource: {}, advice: `Search for Test Bank. ${BANK}` };
}

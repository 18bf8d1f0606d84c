import { ALL_SCOPES } from '@towpath/contracts';
import type { LoginIdentityResponse } from '@towpath/contracts/account-data';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { eventually, type Merchant } from '@towpath/testing';
import type { Request } from 'playwright-core';
import { type BrowserPayer, Payers } from '../clients/browser-payer.js';
import { loginEvents } from '../clients/login-events.js';
import { inDatabase } from '../clients/service-database.js';
import type { RunningSystem } from '../system/running-system.js';

const CALLBACK = 'http://127.0.0.1:8090/callback';
/** Nothing listens there: the feed shows every event, and in which order. */
const NOWHERE = 'http://127.0.0.1:9/hook';
const DONE = ['DATA_RETRIEVAL_COMPLETE', 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL', 'ERROR'];
const PATIENCE = { deadlineMs: 120_000 };

export interface OpenedLinkPage {
  readonly user: BrowserPayer;
  /** What the customer app receives. */
  readonly returned: () => Promise<Record<string, string>>;
}

/** A customer app that lets its users link bank logins on the hosted page, in a browser. */
export class LinkingShop {
  private constructor(
    private readonly system: RunningSystem,
    readonly merchant: Merchant,
    private readonly payers: Payers,
  ) {}

  static async start(system: RunningSystem): Promise<LinkingShop> {
    const merchant = await system.newShop({ scopes: ALL_SCOPES, redirectUris: [CALLBACK] });
    await merchant.createWebhookEndpoint({ body: { url: NOWHERE } });
    return new LinkingShop(system, merchant, await Payers.start());
  }

  leave(): Promise<void> {
    return this.payers.leave();
  }

  stop(): Promise<unknown> {
    return this.payers.stop();
  }

  /** Opens a page; `more` adds to the request for the link token. */
  async open(more: object = {}): Promise<OpenedLinkPage> {
    const { link_url: url } = await this.merchant.generateLinkToken({
      body: {
        grant_type: 'client_credentials',
        response_type: 'code',
        response_mode: 'form_post',
        client_id: this.merchant.credentials.client_id,
        redirect_uri: CALLBACK,
        user_id: 'customer-42',
        state: 'state-1',
        ...more,
      },
    });
    const user = await this.payers.open(url);
    const arrived: Request[] = [];
    await user.page.context().route('http://127.0.0.1:8090/**', (route) => {
      arrived.push(route.request());
      return route.fulfill({ contentType: 'text/html', body: '<h1>The app</h1>' });
    });
    const returned = async () => {
      await user.sees('The app');
      const [request] = arrived;
      return Object.fromEntries(new URLSearchParams(request?.postData() ?? ''));
    };
    return { user, returned };
  }

  exchanged(code: string): Promise<AccessTokenResponse> {
    const { client_id } = this.merchant.credentials;
    const grant_type = 'authorization_code';
    const body = { grant_type, code, client_id, redirect_uri: CALLBACK } as const;
    return this.merchant.token({ body });
  }

  /** The login once its data was retrieved, or not. */
  settled(loginIdentityId: string): Promise<LoginIdentityResponse['login_identity']> {
    const path = { loginIdentityId };
    return eventually(async () => {
      const { login_identity: found } = await this.merchant.getLoginIdentityById({ path });
      return DONE.includes(found.status) && found;
    }, PATIENCE);
  }

  /** Types of the login's webhooks, once there are so many. */
  events(id: string, count: number): Promise<string[]> {
    return loginEvents(this.merchant, { id, count });
  }

  /** Of the shop: what failed brings the app no name of it. */
  lastLogin(): Promise<string> {
    return inDatabase(this.system, 'account_data', async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `SELECT login_identity_id AS id FROM login_identities WHERE customer_app_id = $1
         ORDER BY created_at DESC LIMIT 1`,
        [this.merchant.customerAppId],
      );
      return rows[0]?.id ?? '';
    });
  }
}

export async function logsIn(
  user: BrowserPayer,
  userId: string,
  password = 'datagood',
): Promise<void> {
  await user.page.locator('#bank-user-id').fill(userId);
  await user.page.locator('#bank-password').fill(password);
  await user.mainButton.click();
}

/** In a field of its own: the one of a code before it is gone. */
export async function entersCode(user: BrowserPayer, code: string): Promise<void> {
  await user.sees('Enter the code');
  const field = user.page.locator('#action-otp:not([disabled])');
  await eventually(async () => (await field.inputValue()) === '');
  await field.fill(code);
  await user.mainButton.click();
}

/** From the search to the bank's answer. */
export async function links(user: BrowserPayer, userId: string): Promise<void> {
  await user.page.locator('#bank-search').fill('tset bank');
  const banks = user.page.getByRole('option');
  await banks
    .filter({ hasText: 'Test Bank' })
    .filter({ hasText: 'Personal Internet Banking' })
    .first()
    .click();
  await agrees(user, userId);
}

/** From the consent to the bank's answer. */
export async function agrees(
  user: BrowserPayer,
  userId: string,
  bank = 'Test Bank',
): Promise<void> {
  await user.sees('Check and agree');
  await user.mainButton.click();
  await user.sees(`Sign in to ${bank}`);
  await logsIn(user, userId);
}

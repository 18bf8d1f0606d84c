import type {
  CreatedMandateResponse,
  MandateLinkResponse,
  MandateResponse,
} from '@towpath/contracts/mandate';
import { createSandboxApp, type RunningSystem } from '@towpath/local-system';
import { ApiClient, eventually, MandatePayer, Merchant, type ApiAnswer } from '@towpath/testing';
import pg from 'pg';

export interface Refusal {
  readonly error: { readonly error_code: string; readonly details: string };
}

export const codeOf = ({ status, body }: ApiAnswer<Refusal>): [number, string] => [
  status,
  body.error.error_code,
];

let payers = 0;

/** A test app whose payers authorize mandates. */
export class AuthorizingShop {
  private constructor(
    readonly system: RunningSystem,
    readonly api: ApiClient,
    readonly merchant: Merchant,
    readonly accountId: string,
  ) {}

  static async open(
    system: RunningSystem,
    {
      redirectUris,
      scopes,
    }: { readonly redirectUris?: readonly string[]; readonly scopes?: readonly string[] } = {},
  ): Promise<AuthorizingShop> {
    const app = await createSandboxApp(system, {
      name: 'Harbour Books',
      currencies: ['HKD'],
      ...(redirectUris && { redirectUris }),
      ...(scopes && { scopes }),
    });
    const api = new ApiClient(system.baseUrl);
    const accountId = app.settlement_accounts[0]?.account_id ?? '';
    return new AuthorizingShop(system, api, new Merchant(api, app), accountId);
  }

  newMandate(details: object = {}): Promise<CreatedMandateResponse> {
    payers += 1;
    const sender = { email: 'tm@example.com', external_user_id: `payer-${process.pid}-${payers}` };
    return this.merchant.createMandate({
      body: {
        recipient_account: { account_id: this.accountId },
        sender: { ...sender, name: 'Chan Tai Man' },
        mandate_details: { currency: 'HKD', ...details },
      },
    });
  }

  link<T = MandateLinkResponse>(
    mandateId: string,
    customizations: object = {},
  ): Promise<ApiAnswer<T>> {
    return this.merchant.send<T>({
      method: 'POST',
      path: '/mandates/link',
      body: { mandate_id: mandateId, link_customizations: customizations },
    });
  }

  /** With the app's own user interface. */
  async payer(customizations: object = {}): Promise<[MandatePayer, string]> {
    const { mandate_id: id } = await this.newMandate();
    const { body } = await this.link(id, customizations);
    return [new MandatePayer(this.api, body.access_token), id];
  }

  /** On the hosted page. */
  async hostedPayer(customizations: object = {}): Promise<[MandatePayer, string]> {
    const { mandate_id: id } = await this.newMandate({
      transaction_limits: { max_transaction_amount: 5000 },
    });
    const { body } = await this.link(id, customizations);
    const opened = await this.openPage<{ access_token: string }>(body.link_url);
    return [new MandatePayer(this.api, opened.body.access_token), id];
  }

  openPage<T>(linkUrl: string): Promise<ApiAnswer<T>> {
    const token = new URL(linkUrl).searchParams.get('token') ?? '';
    return this.api.send<T>({
      method: 'POST',
      path: '/mandates/hosted/session',
      body: { token },
    });
  }

  mandate(id: string): Promise<MandateResponse> {
    return this.merchant.getMandate({ path: { mandateId: id } });
  }

  reached(id: string, status: string): Promise<MandateResponse> {
    return eventually(async () => {
      const found = await this.mandate(id);
      return found.status === status ? found : undefined;
    });
  }

  /** As the service itself, inside the app's tenant. */
  inDatabase<R extends object>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    return this.query('app', sql, params);
  }

  async query<R extends object>(
    role: 'owner' | 'app' | 'worker',
    sql: string,
    params: readonly unknown[] = [],
  ): Promise<R[]> {
    const urls = this.system.layout.databases['mandate'];
    const client = new pg.Client({ connectionString: urls?.[role] });
    await client.connect();
    try {
      await client.query(`SELECT set_config('app.customer_app_id', $1, false)`, [
        this.merchant.customerAppId,
      ]);
      return (await client.query<R>(sql, [...params])).rows;
    } finally {
      await client.end();
    }
  }
}

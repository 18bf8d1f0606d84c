import type { UpdateTestClockRequest } from '@towpath/contracts';
import type {
  CreatedMandateResponse,
  ListMandatesResponse,
  MandateResponse,
} from '@towpath/contracts/mandate';
import type { PaymentAccountResponse } from '@towpath/contracts/payment-link';
import { createSandboxApp, type RunningSystem } from '@towpath/local-system';
import { ApiClient, Merchant, ServicePeer, type ApiAnswer } from '@towpath/testing';
import pg from 'pg';

export interface Refusal {
  readonly error: { readonly error_code: string; readonly details: string };
}

export interface MandateHistory {
  readonly status: string;
  /** Names of the published events, in order of their sequence. */
  readonly events: readonly string[];
  readonly sequences: readonly number[];
}

let numbers = 0;

/** A test app that collects by direct debit, with its clock stopped unless it says otherwise. */
export class DirectDebitShop {
  private constructor(
    readonly system: RunningSystem,
    readonly merchant: Merchant,
    readonly accountId: string,
  ) {}

  static async open(
    system: RunningSystem,
    {
      scopes,
      frozen = true,
    }: { readonly scopes?: readonly string[]; readonly frozen?: boolean } = {},
  ): Promise<DirectDebitShop> {
    const app = await createSandboxApp(system, {
      name: 'Shop',
      currencies: ['HKD'],
      ...(scopes ? { scopes } : {}),
    });
    const merchant = new Merchant(new ApiClient(system.baseUrl), app);
    const shop = new DirectDebitShop(
      system,
      merchant,
      app.settlement_accounts[0]?.account_id ?? '',
    );
    if (frozen) await shop.clock({ frozen: true });
    return shop;
  }

  async clock(move: UpdateTestClockRequest): Promise<void> {
    await this.merchant.moveClock(move);
  }

  advance(seconds: number): Promise<void> {
    return this.clock({ advance_seconds: seconds });
  }

  /** A payer with an account whose number ends as given. */
  async payerAccount(ending: string, members: object = {}): Promise<PaymentAccountResponse> {
    numbers += 1;
    const user = await this.merchant.createPaymentUser({
      body: { external_user_id: `payer-${process.pid}-${numbers}`, name: 'Chan Tai Man' },
    });
    return this.merchant.createPaymentAccount({
      body: {
        account_type: 'EXTERNAL_ACCOUNT',
        accountholder_name: 'CHAN TAI MAN',
        institution_id: 'testbank',
        user_id: user.user_id,
        account_number: { type: 'LOCAL', number: `012-345-67${ending}` },
        ...members,
      },
    });
  }

  createOn<T = CreatedMandateResponse>(
    accountId: string,
    details: object = {},
    key: string | null = `key-${(numbers += 1)}`,
  ): Promise<ApiAnswer<T>> {
    return this.merchant.send<T>({
      method: 'POST',
      path: '/mandates/sender_account',
      body: {
        recipient_account: { account_id: this.accountId },
        sender_account: { account_id: accountId },
        mandate_details: { currency: 'HKD', ...details },
      },
      headers: key === null ? {} : { 'idempotency-key': key },
    });
  }

  authorize<T = MandateResponse>(mandateId: string, consent = true): Promise<ApiAnswer<T>> {
    return this.merchant.send<T>({
      method: 'POST',
      path: `/mandates/${mandateId}/authorize`,
      body: { enduser_consent: consent },
    });
  }

  decide<T = MandateResponse>(mandateId: string, status: string): Promise<ApiAnswer<T>> {
    return this.merchant.send<T>({
      method: 'POST',
      path: `/testing/mandates/${mandateId}/status`,
      body: { status },
    });
  }

  read(mandateId: string): Promise<MandateResponse> {
    return this.merchant.getMandate({ path: { mandateId } });
  }

  details(query = ''): Promise<ApiAnswer<ListMandatesResponse>> {
    return this.merchant.send({ method: 'GET', path: `/mandates/details${query}` });
  }

  /** The ID of a mandate on an account with this ending, waiting for its authorization. */
  async asked(ending: string, details: object = {}): Promise<string> {
    const account = await this.payerAccount(ending);
    const { status, body } = await this.createOn(account.account_id, details);
    if (status !== 200) throw new Error(`no mandate: ${JSON.stringify(body)}`);
    return body.mandate_id;
  }

  /** The ID of a mandate that was authorized by the customer app. */
  async authorized(ending: string, details: object = {}): Promise<string> {
    const mandateId = await this.asked(ending, details);
    const { status, body } = await this.authorize(mandateId);
    if (status !== 200) throw new Error(`not authorized: ${JSON.stringify(body)}`);
    return mandateId;
  }

  /** Calls the mandate service as the payment-link service does, with a token of the mint. */
  asPaymentLink<T>(path: string, body: object): Promise<ApiAnswer<T>> {
    return new ServicePeer(this.system, 'payment-link').send<T>('mandate', {
      method: 'POST',
      path: `/internal/mandates${path}`,
      body: { customer_app_id: this.merchant.customerAppId, ...body },
    });
  }

  async history(mandateId: string): Promise<MandateHistory> {
    const rows = await queryMandates<{ event_name: string; sequence: string }>(
      this.system,
      `SELECT event_name, sequence FROM outbox WHERE message_key = $1
         AND event_name <> 'mandate.charge_updated' ORDER BY sequence`,
      [mandateId],
    );
    const { status } = await this.read(mandateId);
    return {
      status,
      events: rows.map(({ event_name }) => event_name),
      sequences: rows.map(({ sequence }) => Number(sequence)),
    };
  }

  /** What the simulated bank believes, in its own words. */
  async atTheBank(mandateId: string): Promise<{ readonly status: string } | undefined> {
    const sandbox = this.system.service('sandbox');
    const app = `customer_app_id=${this.merchant.customerAppId}`;
    const answer = await fetch(`${sandbox.url}/gw3/mandates/${mandateId}?${app}`, {
      headers: { authorization: `Bearer ${this.system.layout.sandboxGatewaySecret}` },
    });
    return answer.ok ? ((await answer.json()) as { status: string }) : undefined;
  }
}

/** As the administrator, who sees every row of the mandate service. */
export function queryMandates<R extends object>(
  system: RunningSystem,
  sql: string,
  params: readonly unknown[] = [],
): Promise<R[]> {
  return queryDatabase<R>({ system, database: 'mandate' }, sql, params);
}

/** As the administrator, who sees every row of a database of the system. */
export async function queryDatabase<R extends object>(
  { system, database }: { readonly system: RunningSystem; readonly database: string },
  sql: string,
  params: readonly unknown[] = [],
): Promise<R[]> {
  const url = new URL(system.adminUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query<R>(sql, [...params])).rows;
  } finally {
    await client.end();
  }
}

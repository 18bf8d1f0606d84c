import { SHARED_SANDBOX, sharedSandbox, type SandboxClient } from '@towpath/testing';

/** Of the browser in which cards are typed. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
  'accept-language': 'zh-HK,zh;q=0.9',
};

export const GATEWAY_SECRET = SHARED_SANDBOX.secret;

export { SANDBOX_START_MS as START_MS } from '@towpath/testing';

export interface LedgerPayment {
  readonly payment_id: string;
  readonly charged: number;
  readonly refunded: number;
  readonly captures: number;
}

/** The sandbox as the card gateways of this service see it. */
export class TestSandbox {
  private constructor(private readonly process: SandboxClient) {}

  /** The one of the test run, which other specs use too. */
  static async shared(): Promise<TestSandbox> {
    return new TestSandbox(await sharedSandbox());
  }

  get url(): string {
    return this.process.url;
  }

  /** A one-time token as the card fields would give it. */
  async tokenize(number: string, session: string, gateway = 'gw1'): Promise<string> {
    const { token } = (await this.send(
      `POST /${gateway}/tokens`,
      {
        session,
        number,
        expiry_month: 12,
        expiry_year: 2060,
        cvc: '123',
      },
      BROWSER,
    )) as { token: string };
    return token;
  }

  async find(reference: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.send(`GET /gw1/authorizations/${reference}`)) as Record<string, unknown>;
  }

  /** Captures without being asked by the service: the books run ahead of ours. */
  act(reference: string, verb: 'capture' | 'void'): Promise<unknown> {
    return this.send(`POST /gw1/authorizations/${reference}/${verb}`);
  }

  /** The capture fails after its success; the gateway calls back about it. */
  loseCapture(reference: string, gateway = 'gw1'): Promise<unknown> {
    return this.send(`POST /${gateway}/late_failures/${reference}`);
  }

  /** A refund fails after its success; the gateway calls back about it. */
  reverseRefund(reference: string, refundId: string, gateway = 'gw1'): Promise<unknown> {
    return this.send(`POST /${gateway}/late_failures/${reference}/refunds/${refundId}`);
  }

  /** The bank of the recipient sends the money of an executed payout back. */
  returnPayout(payoutId: string): Promise<unknown> {
    return this.send(`POST /gw3/payouts/${payoutId}/return`);
  }

  async ledger(customerAppId: string): Promise<LedgerPayment[]> {
    const { payments } = (await this.send(`GET /ledger?customer_app_id=${customerAppId}`)) as {
      payments: LedgerPayment[];
    };
    return payments;
  }

  /** Sets the app's clock at the gateway, as the API gateway would. */
  setClock(customerAppId: string, offsetMs: number): Promise<void> {
    return this.process.setClock(customerAppId, { offsetMs });
  }

  /** The payer decides on the bank's page; where that sends the browser. */
  async decide(page: string, decision: 'approve' | 'refuse'): Promise<string> {
    const answer = await fetch(page, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision }),
    });
    return answer.headers.get('location') ?? '';
  }

  private async send(route: string, body?: object, headers: object = {}): Promise<unknown> {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${GATEWAY_SECRET}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  }
}

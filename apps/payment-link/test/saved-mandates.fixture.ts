import type { MandateResponse } from '@towpath/contracts/mandate';
import type { AvailablePaymentMethod } from '@towpath/contracts/payment-link';
import { createSandboxApp, type RunningSystem } from '@towpath/local-system';
import type { CreatePaymentLinkRequest, PaymentLinkResponse } from '@towpath/sdk';
import {
  ApiClient,
  eventually,
  HostedPayer,
  Merchant,
  paymentOrder,
  setupOrder,
} from '@towpath/testing';
import pg from 'pg';

const WAIT = { deadlineMs: 45_000 };
type SetupOptions = NonNullable<CreatePaymentLinkRequest['payment_setup_options']>;

/** Somebody who saved a direct debit on one link of a shop, and comes back by others. */
export class ReturningPayer {
  private constructor(
    readonly system: RunningSystem,
    readonly shop: Merchant,
    readonly sender: CreatePaymentLinkRequest['sender'],
    readonly mandateId: string,
    readonly methodId: string,
  ) {}

  static async shop(system: RunningSystem): Promise<Merchant> {
    const app = await createSandboxApp(system, { name: 'Shop', currencies: ['HKD', 'USD'] });
    return new Merchant(new ApiClient(system.baseUrl), app);
  }

  static async of(
    system: RunningSystem,
    shop: Merchant,
    { ending = '8833', ...options }: { readonly ending?: string } & Partial<SetupOptions> = {},
  ): Promise<ReturningPayer> {
    const payment_setup_options: SetupOptions = {
      future_payments: 'CLICK_TO_PAY',
      payment_method_types: ['MANDATE'],
      ...options,
    };
    const order = setupOrder({ payment_setup_options });
    const link = await shop.createPaymentLink({ body: order });
    const mandateId = await (
      await HostedPayer.open(shop.api, link.url ?? '')
    ).debit(`012-345678-${ending}`);
    const done = await reaches(shop, link, 'COMPLETE');
    const methodId = done.payment_method?.payment_method_id ?? '';
    return new ReturningPayer(system, shop, order.sender, mandateId, methodId);
  }

  /** Opens another link of the same payer. */
  async opens(
    terms: Partial<CreatePaymentLinkRequest> = {},
  ): Promise<[PaymentLinkResponse, HostedPayer]> {
    const link = await this.shop.createPaymentLink({
      body: paymentOrder({ sender: this.sender, ...terms }),
    });
    return [link, await HostedPayer.open(this.shop.api, link.url ?? '')];
  }

  /** What the link offers of the saved direct debit. */
  async offer(payer: HostedPayer): Promise<AvailablePaymentMethod | undefined> {
    const offered = await payer.offered();
    return offered.find(({ payment_method_id: id }) => id === this.methodId);
  }

  async taps(payer: HostedPayer) {
    const method = await this.offer(payer);
    if (!method) throw new Error('the saved direct debit is not offered');
    return payer.tap(method);
  }

  /** Chooses the saved direct debit without paying with it yet; its attempt. */
  async chooses(payer: HostedPayer): Promise<string> {
    const method = await this.offer(payer);
    if (!method) throw new Error('the saved direct debit is not offered');
    const { payment_account_id, payment_method_type } = method;
    const payment_method_id = this.methodId;
    const { status, body } = await payer.choose({
      payment_account_id,
      payment_method_type,
      payment_method_id,
    });
    if (status !== 200) throw new Error(`not chosen: ${JSON.stringify(body)}`);
    return body.attempt_id;
  }

  mandate(): Promise<MandateResponse> {
    return this.shop.getMandate({ path: { mandateId: this.mandateId } });
  }

  /** The payer withdraws the authorization at the bank. */
  async revokes(): Promise<void> {
    await this.shop.updateTestMandateStatus({
      path: { mandateId: this.mandateId },
      body: { status: 'REVOKED' },
    });
  }

  reaches(link: PaymentLinkResponse, session: string): Promise<PaymentLinkResponse> {
    return reaches(this.shop, link, session);
  }

  /** What is left of the limits of the mandate's period, and how its charges stand. */
  async usage(): Promise<{ used: number; debits: Readonly<Record<string, number>> }> {
    const url = new URL(this.system.adminUrl);
    url.pathname = '/mandate';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      const used = await client.query<{ used: string }>(
        'SELECT sum(used_count) AS used FROM mandate_usage WHERE mandate_id = $1',
        [this.mandateId],
      );
      const debits = await client.query<{ status: string; count: string }>(
        'SELECT status, count(*) AS count FROM direct_debits WHERE mandate_id = $1 GROUP BY status',
        [this.mandateId],
      );
      return {
        used: Number(used.rows[0]?.used ?? 0),
        debits: Object.fromEntries(debits.rows.map(({ status, count }) => [status, Number(count)])),
      };
    } finally {
      await client.end();
    }
  }
}

/** Waits until the link has the session status. */
function reaches(
  shop: Merchant,
  { payment_link_id: id }: PaymentLinkResponse,
  session: string,
): Promise<PaymentLinkResponse> {
  let last: PaymentLinkResponse | undefined;
  return eventually(
    async () => {
      last = await shop.link(id);
      return last.session_status === session ? last : undefined;
    },
    { ...WAIT, describe: () => `the link is ${last?.status}, ${last?.session_status}` },
  );
}

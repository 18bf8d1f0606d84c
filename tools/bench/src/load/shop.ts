import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import { createSandboxApp } from '@towpath/local-system';
import { ApiClient, Merchant, paymentOrder } from '@towpath/testing';
import type { Stage } from '../run/stage.js';
import { prepare } from './closed-loop.js';

/** Preparing may take so many times as long as the measurement. */
const PATIENCE = 3;

/** A customer app of the benchmark with its access token. */
export class Shop {
  private constructor(
    private readonly stage: Stage,
    readonly merchant: Merchant,
    readonly token: string,
    private readonly account: { readonly account_id: string } | undefined,
  ) {}

  /** Its settlement account in HKD. */
  get accountId(): string {
    if (!this.account) throw new Error('the shop has no settlement account');
    return this.account.account_id;
  }

  static async open(stage: Stage, name: string): Promise<Shop> {
    const app = await createSandboxApp(stage.system, { name, currencies: ['HKD'] });
    const merchant = new Merchant(new ApiClient(stage.system.baseUrl), app);
    const [account] = app.settlement_accounts;
    return new Shop(stage, merchant, await merchant.accessToken(), account);
  }

  createLink(): Promise<PaymentLinkResponse> {
    const body = paymentOrder();
    return this.stage.http.send({
      method: 'POST',
      path: '/payment_links',
      token: this.token,
      body,
    });
  }

  /** One commit that every consumer of events, and every webhook endpoint, is told of. */
  cancelLink(paymentLinkId: string): Promise<PaymentLinkResponse> {
    const path = `/payment_links/${paymentLinkId}/cancel`;
    return this.stage.http.send({ method: 'POST', path, token: this.token });
  }

  /** IDs of new links, at most so many: as many as a bounded time allows. */
  async createLinks(most: number): Promise<string[]> {
    const seconds = this.stage.seconds * PATIENCE;
    const links = await prepare({ most, seconds, work: () => this.createLink() });
    return links.map(({ payment_link_id }) => payment_link_id);
  }

  async subscribe(url: string): Promise<void> {
    await this.merchant.subscribe({ url, event_types: ['PAYMENT_LINK_CANCELLED'] });
  }
}

import type { PaymentLinkResponse } from '@towpath/contracts';
import { ApiClient, createSandboxApp, Merchant, paymentOrder } from '@towpath/testing';
import type { Stage } from '../run/stage.js';
import { closedLoop } from './closed-loop.js';

const PREPARING_AT_ONCE = 32;

/** A customer app of the benchmark with its access token. */
export class Shop {
  private constructor(
    private readonly stage: Stage,
    readonly merchant: Merchant,
    readonly token: string,
  ) {}

  static async open(stage: Stage, name: string): Promise<Shop> {
    const app = await createSandboxApp(stage.system, { name, currencies: ['HKD'] });
    const merchant = new Merchant(new ApiClient(stage.system.baseUrl), app);
    return new Shop(stage, merchant, await merchant.accessToken());
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

  createLinks(count: number): Promise<PaymentLinkResponse[]> {
    const links = Array.from({ length: count });
    return closedLoop(links, PREPARING_AT_ONCE, () => this.createLink());
  }
}

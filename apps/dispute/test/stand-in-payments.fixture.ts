import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DisputedPayment, FindDisputedPaymentRequest } from '@towpath/contracts/internal';
import { newId, type CustomerAppId, type PaymentId } from '@towpath/kernel';

/** The service of payments as disputes meet it: it knows the payments that a test gives it. */
export class StandInPayments {
  private readonly payments = new Map<string, DisputedPayment>();
  private readonly atGateway = new Map<string, PaymentId>();
  /** Accounts at gateways that any app uses. */
  readonly gatewayAccounts: string[] = [];
  /** Requests are dropped without an answer. */
  away = false;
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (this.away) return void request.socket.destroy();
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as FindDisputedPaymentRequest;
      const payment = this.find(asked);
      const found = payment ? { payment } : {};
      const isOfAccounts = request.url?.endsWith('/gateway_accounts') === true;
      const answer = isOfAccounts ? { gateway_accounts: this.gatewayAccounts } : found;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });

  static async start(): Promise<StandInPayments> {
    const payments = new StandInPayments();
    payments.server.listen(0, '127.0.0.1');
    await once(payments.server, 'listening');
    return payments;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  add(app: { readonly id: CustomerAppId }, members: Partial<DisputedPayment> = {}): PaymentId {
    const paymentId = (members.payment_id ?? newId<PaymentId>(new Date())) as PaymentId;
    this.payments.set(`${app.id} ${paymentId}`, {
      customer_app_id: app.id,
      payment_id: paymentId,
      status: 'EXECUTED',
      amount: 12_500,
      currency: 'HKD',
      integration_id: 'GW1',
      connector: 'sandbox',
      user_id: newId(new Date()),
      external_user_id: 'customer-42',
      external_transaction_reference: 'INV-1',
      card_brand: 'Visa',
      ...members,
    });
    return paymentId;
  }

  /** The name that a gateway gave to a payment. */
  nameAtGateway(gatewayReference: string, paymentId: PaymentId): void {
    this.atGateway.set(gatewayReference, paymentId);
  }

  private find({
    customer_app_id: app,
    payment_id: id,
    at_gateway: named,
  }: FindDisputedPaymentRequest) {
    const paymentId = id ?? this.atGateway.get(named?.gateway_reference ?? '');
    return [...this.payments.values()].find(
      (each) =>
        each.payment_id === paymentId && (app === undefined || each.customer_app_id === app),
    );
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

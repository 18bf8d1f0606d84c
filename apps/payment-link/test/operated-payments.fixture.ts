import type {
  FindResourcesResponse,
  OperatorClaim,
  ResourceKind,
  SeeResourceResponse,
  StoryEntry,
  TellStoryResponse,
} from '@towpath/contracts/operator';
import type { IncomingTransferResponse } from '@towpath/contracts';
import type { RefundResponse } from '@towpath/contracts/payment-link';
import { OperatorAt } from '@towpath/testing';
import { billBody } from './bills.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { Payer as PaidOut } from './payouts.fixture.js';
import type { TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

export const NAME = 'Zenobia Quill';
export const EMAIL = 'Zenobia@Quill.example';

/** The kinds of this service. */
export const KINDS = [
  'payment_user',
  'payment_account',
  'payment_method',
  'payment_link',
  'payment',
  'refund',
  'payout',
  'bill',
  'incoming_transfer',
] as const satisfies readonly ResourceKind[];
export type Kind = (typeof KINDS)[number];

type Claim = Partial<OperatorClaim>;
type Ids = Record<Kind | 'settlement' | 'attempt', string>;

/** A service with one resource of each kind, and the operators who ask it. */
export class OperatedPayments {
  private constructor(
    readonly service: TestPaymentLink,
    private readonly gateway: StandInGateway,
    readonly app: TestCustomerApp,
    readonly other: TestCustomerApp,
    readonly ids: Ids,
  ) {}

  static async start(): Promise<OperatedPayments> {
    const gateway = await StandInGateway.start();
    const service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
    const app = await service.customerApp([]);
    const other = await service.customerApp();
    return new OperatedPayments(service, gateway, app, other, await resourcesOf(app));
  }

  async end(): Promise<void> {
    await this.service.end();
    await this.gateway.stop();
  }

  as(claim: Claim = {}): OperatorAt {
    const { gateway, internalUrl } = this.service;
    return new OperatorAt({ service: 'payment-link', gateway, internalUrl }, claim);
  }

  place(kind: ResourceKind, id?: string) {
    return { kind, customerAppId: this.app.id, id: id ?? this.ids[kind as Kind] };
  }

  async see(kind: Kind, claim: Claim = {}, id?: string): Promise<SeeResourceResponse> {
    const path = this.place(kind, id);
    const { status, body } = await this.as(claim).ask<SeeResourceResponse>('seeResource', { path });
    expect([kind, status]).toEqual([kind, 200]);
    return body;
  }

  async story(kind: ResourceKind, id?: string): Promise<StoryEntry[]> {
    return (await this.wholeStory(kind, id)).entries;
  }

  async wholeStory(kind: ResourceKind, id?: string): Promise<TellStoryResponse> {
    const path = this.place(kind, id);
    const { status, body } = await this.as().ask<TellStoryResponse>('tellStory', { path });
    expect([kind, status]).toEqual([kind, 200]);
    return body;
  }

  async found(query: Record<string, string>, claim: Claim = {}): Promise<string[][]> {
    const answer = await this.as(claim).ask<FindResourcesResponse>('findResources', { query });
    expect([query, answer.status]).toEqual([query, 200]);
    return answer.body.results.map(({ kind, id }) => [kind, id]);
  }
}

export const titles = (entries: readonly StoryEntry[]) =>
  entries.map((each) => [each.entry, each.title]);

async function resourcesOf(app: TestCustomerApp): Promise<Ids> {
  const paidOut = await PaidOut.of(app, { payment_method_types: ['CARD', 'MANUAL'] });
  const payer = await Payer.of(app, {} as TestSandbox, order());
  const attempt = (await payer.select()).body.attempt_id;
  await payer.submitToken(attempt, { token: 'tok', last4: '4242' });
  const link = await payer.readLink();
  const payment = link.payment?.payment_id ?? '';
  const billed = billBody({ external_bill_id: 'bill-17', external_user_id: 'zenobia' });
  return {
    attempt,
    settlement: paidOut.senderAccountId,
    payment_account: paidOut.recipientAccountId,
    payment_link: link.payment_link_id,
    payment_user: link.sender?.user_id ?? '',
    payment,
    payment_method: link.payment_method?.payment_method_id ?? '',
    refund: await refunded(app, payment),
    payout: (await paidOut.create()).body.payout_id,
    incoming_transfer: await arrived(app),
    bill: (await app.send<{ bill_id: string }>('POST /testing/bills', billed)).body.bill_id,
  };
}

const order = () =>
  linkBody({
    unique_reference_id: 'order-17',
    sender: { external_user_id: 'zenobia', name: NAME, email: EMAIL },
    payment_details: { description: 'Rent of Zenobia', external_transaction_reference: 'INV-17' },
    payment_setup_options: { future_payments: 'AUTOPAY' },
    metadata: { shelf: `of ${NAME}` },
  });

/** It names the person, and no payment link. */
async function arrived(app: TestCustomerApp): Promise<string> {
  const transfer = { reference: `Rent of ${NAME}`, amount: 700, currency: 'HKD' };
  const { body } = await app.send<IncomingTransferResponse>(
    'POST /testing/incoming_transfers',
    transfer,
  );
  return body.incoming_transfer_id;
}

async function refunded(app: TestCustomerApp, paymentId: string): Promise<string> {
  const { body } = await send<RefundResponse>(app.service.publicUrl, {
    route: `POST /payments/${paymentId}/refunds`,
    token: app.token,
    body: { amount: 2_500, reason: `${NAME} sent it back` },
    headers: { 'idempotency-key': 'refund-17' },
  });
  return body.refund_id;
}

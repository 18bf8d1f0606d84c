import { Injectable } from '@nestjs/common';
import type {
  DisputedPayment,
  FindDisputedPaymentRequest,
  FindDisputedPaymentResponse,
  ListGatewayAccountsRequest,
  ListGatewayAccountsResponse,
} from '@towpath/contracts/internal';
import { InternalClient, type ConnectorPlace } from '@towpath/http';
import { parseId, type CustomerAppId, type PaymentId } from '@towpath/kernel';

/** A payment by the name that its processor gave it. */
export interface PaymentAtProcessor extends Pick<ConnectorPlace, 'integrationId' | 'connector'> {
  readonly gatewayReference: string;
  /** Null where the processor does not name the app. */
  readonly customerAppId: CustomerAppId | null;
}

/** The payments of payment-link. Throws `PeerUnavailable` while it does not answer. */
@Injectable()
export class PaymentDirectory {
  constructor(private readonly client: InternalClient) {}

  /** Null for an unknown ID. */
  async find(customerAppId: CustomerAppId, paymentId: string): Promise<DisputedPayment | null> {
    if (!parseId<PaymentId>(paymentId)) return null;
    return this.ask({ customer_app_id: customerAppId, payment_id: paymentId });
  }

  /** Null for a payment that is not ours, or of another app. */
  atProcessor({ customerAppId, ...named }: PaymentAtProcessor): Promise<DisputedPayment | null> {
    const { integrationId, connector, gatewayReference } = named;
    return this.ask({
      ...(customerAppId === null ? {} : { customer_app_id: customerAppId }),
      at_gateway: {
        integration_id: integrationId,
        connector,
        gateway_reference: gatewayReference,
      },
    });
  }

  /** The accounts at a processor that an app uses beside the account of the key. */
  async gatewayAccounts(
    customerAppId: CustomerAppId,
    { appType, integrationId, connector }: ConnectorPlace,
  ): Promise<string[]> {
    const body: ListGatewayAccountsRequest = {
      ...{ customer_app_id: customerAppId, app_type: appType },
      ...{ integration_id: integrationId, connector },
    };
    const path = '/internal/disputed_payments/gateway_accounts';
    const asked = { method: 'POST', path, body, idempotent: true } as const;
    type Answer = ListGatewayAccountsResponse;
    return (await this.client.call<Answer>('payment-link', asked)).gateway_accounts;
  }

  private async ask(body: FindDisputedPaymentRequest): Promise<DisputedPayment | null> {
    const { payment } = await this.client.call<FindDisputedPaymentResponse>('payment-link', {
      method: 'POST',
      path: '/internal/disputed_payments/find',
      body,
      idempotent: true,
    });
    return payment ?? null;
  }
}

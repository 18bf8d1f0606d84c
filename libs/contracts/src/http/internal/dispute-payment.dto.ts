import { field } from '../../fields/index.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../states/index.js';
import { APP_TYPES, type AppType } from '../../token.js';

/** The name of a payment at its gateway. */
export class PaymentAtGateway {
  @field.text('The card gateway.') integration_id: string;
  @field.text('What the gateway is reached by, for example `sandbox`.') connector: string;
  @field.text("The gateway's own ID of the payment.") gateway_reference: string;
}

/** Between services: the payment that a processor names. */
export class FindDisputedPaymentRequest {
  @field.id('The customer app of the payment; absent if the processor does not name it.', {
    optional: true,
  })
  customer_app_id?: string;
  @field.id('ID of the payment; absent if the processor names it by its own.', { optional: true })
  payment_id?: string;
  @field.object('Instead of `payment_id`.', () => PaymentAtGateway, { optional: true })
  at_gateway?: PaymentAtGateway;
}

/** The data of a payment that a dispute needs. */
export class DisputedPayment {
  @field.id('The customer app of the payment.') customer_app_id: string;
  @field.id('ID of the payment.') payment_id: string;
  @field.enum('Status of the payment; only EXECUTED can be disputed.', PAYMENT_STATUSES)
  status: PaymentStatus;
  @field.amount('Amount that the payer was charged, in minor units.') amount: number;
  @field.currency() currency: string;
  @field.text('The card gateway that took the money.', { optional: true }) integration_id?: string;
  @field.text('What that gateway is reached by.', { optional: true }) connector?: string;
  @field.text('The account at that gateway; absent for the account of the key.', { optional: true })
  gateway_account?: string;
  @field.id('Payment user of the sender.') user_id: string;
  @field.text("The customer app's ID of the sender.") external_user_id: string;
  @field.text("The customer app's reference of the payment.", { optional: true })
  external_transaction_reference?: string;
  @field.text('Brand of the card.', { optional: true }) card_brand?: string;
}

export class FindDisputedPaymentResponse {
  @field.object('The payment. Absent if the ID is unknown.', () => DisputedPayment, {
    optional: true,
  })
  payment?: DisputedPayment;
}

/** Between services: the accounts at a card gateway where payments of an app may be disputed. */
export class ListGatewayAccountsRequest {
  @field.id('The customer app.') customer_app_id: string;
  @field.enum('Its type.', APP_TYPES) app_type: AppType;
  @field.text('The card gateway.') integration_id: string;
  @field.text('What the gateway is reached by, for example `sandbox`.') connector: string;
}

export class ListGatewayAccountsResponse {
  @field.textList('Beside the account of the key.') gateway_accounts: string[];
}

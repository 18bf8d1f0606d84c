import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../states/index.js';

/** Between services: the payment that a processor names. */
export class FindDisputedPaymentRequest {
  @IdField('The customer app of the payment.') customer_app_id: string;
  @IdField('ID of the payment.') payment_id: string;
}

/** The data of a payment that a dispute needs. */
export class DisputedPayment {
  @IdField('ID of the payment.') payment_id: string;
  @EnumField('Status of the payment; only EXECUTED can be disputed.', PAYMENT_STATUSES)
  status: PaymentStatus;
  @AmountField('Amount that the payer was charged, in minor units.') amount: number;
  @CurrencyField() currency: string;
  @TextField('The card gateway that took the money.', { optional: true }) integration_id?: string;
  @IdField('Payment user of the sender.') user_id: string;
  @TextField("The customer app's ID of the sender.") external_user_id: string;
  @TextField("The customer app's reference of the payment.", { optional: true })
  external_transaction_reference?: string;
  @TextField('Brand of the card.', { optional: true }) card_brand?: string;
}

export class FindDisputedPaymentResponse {
  @ObjectField('The payment. Absent if the ID is unknown.', () => DisputedPayment, {
    optional: true,
  })
  payment?: DisputedPayment;
}

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
  @IdField({ description: 'The customer app of the payment.' })
  customer_app_id: string;

  @IdField({ description: 'ID of the payment.' })
  payment_id: string;
}

/** The data of a payment that a dispute needs. */
export class DisputedPayment {
  @IdField({ description: 'ID of the payment.' })
  payment_id: string;

  @EnumField(PAYMENT_STATUSES, {
    description: 'Status of the payment; only EXECUTED can be disputed.',
  })
  status: PaymentStatus;

  @AmountField({ description: 'Amount that the payer was charged, in minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @TextField({ optional: true, description: 'The card gateway that took the money.' })
  integration_id?: string;

  @IdField({ description: 'Payment user of the sender.' })
  user_id: string;

  @TextField({ description: "The customer app's ID of the sender." })
  external_user_id: string;

  @TextField({ optional: true, description: "The customer app's reference of the payment." })
  external_transaction_reference?: string;

  @TextField({ optional: true, description: 'Brand of the card.' })
  card_brand?: string;
}

export class FindDisputedPaymentResponse {
  @ObjectField(() => DisputedPayment, {
    optional: true,
    description: 'The payment. Absent if the ID is unknown.',
  })
  payment?: DisputedPayment;
}

import {
  AmountField,
  CurrencyField,
  EnumField,
  MetadataField,
  ObjectField,
  TextField,
  type Condition,
} from '../../fields/index.js';
import { RECURRING_PAYMENT_MODES, type RecurringPaymentMode } from '../../states/index.js';

export class CreatePaymentDetails {
  @TextField('What the payment is for, as banks show it.', {
    optional: true,
    max: 100,
    example: 'Order 1001',
  })
  description?: string;
  @TextField('ID of the mandate to charge, instead of payment_method_id.', {
    optional: true,
    deprecated: true,
  })
  mandate_id?: string;
  @TextField('Older reference, stored and returned only. Use external_transaction_reference.', {
    optional: true,
    deprecated: true,
  })
  transaction_reference_id?: string;
  @TextField('Your own reference of the payment.', { optional: true, max: 35, example: 'INV-1001' })
  external_transaction_reference?: string;
  @EnumField(
    'Whether the payment is one-off, or recurs on a fixed or variable schedule.',
    RECURRING_PAYMENT_MODES,
    { optional: true },
  )
  recurring_payment_mode?: RecurringPaymentMode;
}

const namesMandate = (order: Record<string, unknown>): boolean => {
  const details = order['payment_details'] as Partial<CreatePaymentDetails> | null | undefined;
  return (details?.mandate_id ?? null) !== null;
};

const withoutMandate: Condition = {
  text: 'without payment_details.mandate_id',
  test: (order) => !namesMandate(order),
};

const withMandate: Condition = {
  text: 'with payment_details.mandate_id',
  test: namesMandate,
};

export class CreatePaymentRequest {
  @AmountField('Amount to charge without surcharge, in minor units.', { min: 1, example: 12500 })
  amount: number;
  @CurrencyField() currency: string;
  @ObjectField('Description and references of the payment.', () => CreatePaymentDetails)
  payment_details: CreatePaymentDetails;
  @TextField('ID of the stored method to charge. Its user must have autopay_consent.', {
    min: 1,
    requiredWhen: withoutMandate,
    forbiddenWhen: withMandate,
    example: '01JQ00000000000000000000XA',
  })
  payment_method_id?: string;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
}

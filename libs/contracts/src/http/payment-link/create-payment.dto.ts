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
  @TextField({
    optional: true,
    max: 100,
    description: 'What the payment is for, as banks show it.',
    example: 'Order 1001',
  })
  description?: string;

  @TextField({
    optional: true,
    deprecated: true,
    description: 'ID of the mandate to charge, instead of payment_method_id.',
  })
  mandate_id?: string;

  @TextField({
    optional: true,
    deprecated: true,
    description: 'Older reference, stored and returned only. Use external_transaction_reference.',
  })
  transaction_reference_id?: string;

  @TextField({
    optional: true,
    max: 35,
    description: 'Your own reference of the payment.',
    example: 'INV-1001',
  })
  external_transaction_reference?: string;

  @EnumField(RECURRING_PAYMENT_MODES, {
    optional: true,
    description: 'Whether the payment is one-off, or recurs on a fixed or variable schedule.',
  })
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
  @AmountField({
    min: 1,
    description: 'Amount to charge without surcharge, in minor units.',
    example: 12500,
  })
  amount: number;

  @CurrencyField()
  currency: string;

  @ObjectField(() => CreatePaymentDetails, {
    description: 'Description and references of the payment.',
  })
  payment_details: CreatePaymentDetails;

  @TextField({
    min: 1,
    requiredWhen: withoutMandate,
    forbiddenWhen: withMandate,
    description: 'ID of the stored method to charge. Its user must have autopay_consent.',
    example: '01JQ00000000000000000000XA',
  })
  payment_method_id?: string;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  MetadataField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import {
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type PaymentStatus,
  type PaymentType,
} from '../../states/index.js';
import { EmbeddedError } from '../../errors/embedded-error.js';
import { EventPayload } from '../payload.js';

export class PaymentEventPayload extends EventPayload {
  @IdField('The payment.') payment_id: string;
  @EnumField('How the payer pays.', PAYMENT_TYPES) type: PaymentType;
  @EnumField('Null at creation.', PAYMENT_STATUSES, { nullable: true })
  previous_status: PaymentStatus | null;
  @EnumField('Status after the change.', PAYMENT_STATUSES) status: PaymentStatus;
  @AmountField('Minor units, without surcharge.') amount: number;
  @CurrencyField() currency: string;
  @IdField('The stored method that was charged.', { optional: true }) payment_method_id?: string;
  @IdField('The link that the payment belongs to.', { optional: true }) payment_link_id?: string;
  @IdField('The mandate that was charged.', { optional: true }) mandate_id?: string;
  @IdField('Payment user of the sender.', { optional: true }) user_id?: string;
  @TextField("The customer app's ID of the sender.", { optional: true }) external_user_id?: string;
  @TextField("The customer app's reference of the transaction.", { optional: true })
  external_transaction_reference?: string;
  @MetadataField() metadata: Record<string, string>;
  @ObjectField('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @TextField('Why, where the status does not say it.', { optional: true }) reason?: string;
  @TextField('The gateway or bank, once it told of the payment.', { optional: true })
  payment_processor?: string;
  @AmountField('What the bank took back, in minor units.', { optional: true })
  amount_returned?: number;
}

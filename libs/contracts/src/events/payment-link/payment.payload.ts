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
  @IdField({ description: 'The payment.' })
  payment_id: string;

  @EnumField(PAYMENT_TYPES, { description: 'How the payer pays.' })
  type: PaymentType;

  @EnumField(PAYMENT_STATUSES, { nullable: true, description: 'Null at creation.' })
  previous_status: PaymentStatus | null;

  @EnumField(PAYMENT_STATUSES, { description: 'Status after the change.' })
  status: PaymentStatus;

  @AmountField({ description: 'Minor units, without surcharge.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @IdField({ optional: true, description: 'The stored method that was charged.' })
  payment_method_id?: string;

  @IdField({ optional: true, description: 'The link that the payment belongs to.' })
  payment_link_id?: string;

  @IdField({ optional: true, description: 'The mandate that was charged.' })
  mandate_id?: string;

  @IdField({ optional: true, description: 'Payment user of the sender.' })
  user_id?: string;

  @TextField({ optional: true, description: "The customer app's ID of the sender." })
  external_user_id?: string;

  @TextField({ optional: true, description: "The customer app's reference of the transaction." })
  external_transaction_reference?: string;

  @MetadataField()
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @TextField({ optional: true, description: 'Why, where the status does not say it.' })
  reason?: string;

  @TextField({ optional: true, description: 'The gateway or bank, once it told of the payment.' })
  payment_processor?: string;

  @AmountField({ optional: true, description: 'What the bank took back, in minor units.' })
  amount_returned?: number;
}

import { EmbeddedError } from '../../errors/embedded-error.js';
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
  PAYOUT_STATUSES,
  PAYOUT_TYPES,
  type PayoutStatus,
  type PayoutType,
} from '../../states/index.js';
import { EventPayload } from '../payload.js';

export class PayoutEventPayload extends EventPayload {
  @IdField({ description: 'The payout.' })
  payout_id: string;

  @EnumField(PAYOUT_TYPES, { description: 'What started it.' })
  type: PayoutType;

  @EnumField(PAYOUT_STATUSES, { nullable: true, description: 'Null at creation.' })
  previous_status: PayoutStatus | null;

  @EnumField(PAYOUT_STATUSES, { description: 'Status after the change.' })
  status: PayoutStatus;

  @AmountField({ description: 'Minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @IdField({ description: 'The settlement account that pays.' })
  sender_account_id: string;

  @IdField({ description: 'The external account that receives.' })
  recipient_account_id: string;

  @IdField({ description: 'Payment user who receives.' })
  user_id: string;

  @TextField({ description: "The customer app's ID of the recipient." })
  external_user_id: string;

  @IdField({ optional: true, description: 'The mandate that the funds are pulled on.' })
  mandate_id?: string;

  @MetadataField()
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @TextField({ optional: true, description: 'Why, where the status does not say it.' })
  reason?: string;
}

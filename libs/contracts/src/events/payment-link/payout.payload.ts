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
  @IdField('The payout.') payout_id: string;
  @EnumField('What started it.', PAYOUT_TYPES) type: PayoutType;
  @EnumField('Null at creation.', PAYOUT_STATUSES, { nullable: true })
  previous_status: PayoutStatus | null;
  @EnumField('Status after the change.', PAYOUT_STATUSES) status: PayoutStatus;
  @AmountField('Minor units.') amount: number;
  @CurrencyField() currency: string;
  @IdField('The settlement account that pays.') sender_account_id: string;
  @IdField('The external account that receives.') recipient_account_id: string;
  @IdField('Payment user who receives.') user_id: string;
  @TextField("The customer app's ID of the recipient.") external_user_id: string;
  @IdField('The mandate that the funds are pulled on.', { optional: true }) mandate_id?: string;
  @MetadataField() metadata: Record<string, string>;
  @ObjectField('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @TextField('Why, where the status does not say it.', { optional: true }) reason?: string;
}

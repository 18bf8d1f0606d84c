import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '../../fields/index.js';
import { DISPUTE_STATUSES, type DisputeStatus } from '../../states/index.js';
import { EventPayload } from '../payload.js';

export class DisputeEventPayload extends EventPayload {
  @IdField('The dispute.') dispute_id: string;
  @IdField('The payment in dispute.') payment_id: string;
  @EnumField('Null at creation.', DISPUTE_STATUSES, { nullable: true })
  previous_status: DisputeStatus | null;
  @EnumField('Status after the change.', DISPUTE_STATUSES) status: DisputeStatus;
  @IntegerField('1 for the first chargeback, 2 for the second.', { min: 1 }) round: number;
  @AmountField('Disputed minor units.') amount: number;
  @CurrencyField() currency: string;
  @AmountField("The processor's fee, in minor units of the payment's currency.") fee_amount: number;
  @TextField("The processor's own word, such as CHARGEBACK.") last_event_name: string;
  @InstantField('Until when the dispute can be defended.', { optional: true })
  defense_period_deadline?: string;
  @IdField('Payment user of the sender.', { optional: true }) user_id?: string;
  @TextField("The customer app's ID of the sender.", { optional: true }) external_user_id?: string;
  @TextField('Why the dispute moved.', { optional: true }) reason?: string;
}

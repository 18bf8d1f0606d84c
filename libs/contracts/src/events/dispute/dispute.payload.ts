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
  @IdField({ description: 'The dispute.' })
  dispute_id: string;

  @IdField({ description: 'The payment in dispute.' })
  payment_id: string;

  @EnumField(DISPUTE_STATUSES, { nullable: true, description: 'Null at creation.' })
  previous_status: DisputeStatus | null;

  @EnumField(DISPUTE_STATUSES, { description: 'Status after the change.' })
  status: DisputeStatus;

  @IntegerField({ min: 1, description: '1 for the first chargeback, 2 for the second.' })
  round: number;

  @AmountField({ description: 'Disputed minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @AmountField({ description: "The processor's fee, in minor units of the payment's currency." })
  fee_amount: number;

  @TextField({ description: "The processor's own word, such as CHARGEBACK." })
  last_event_name: string;

  @InstantField({ optional: true, description: 'Until when the dispute can be defended.' })
  defense_period_deadline?: string;

  @IdField({ optional: true, description: 'Payment user of the sender.' })
  user_id?: string;

  @TextField({ optional: true, description: "The customer app's ID of the sender." })
  external_user_id?: string;

  @TextField({ optional: true, description: 'Why the dispute moved.' })
  reason?: string;
}

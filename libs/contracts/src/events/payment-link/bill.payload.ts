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
import { BILL_STATUSES, type BillStatus } from '../../states/index.js';
import { EventPayload } from '../payload.js';

export class BillEventPayload extends EventPayload {
  @IdField({ description: 'The bill.' })
  bill_id: string;

  @EnumField(BILL_STATUSES, { nullable: true, description: 'Null when it arrives.' })
  previous_status: BillStatus | null;

  @EnumField(BILL_STATUSES, { description: 'Status after the change.' })
  status: BillStatus;

  @AmountField({ description: 'Minor units due.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @IdField({ description: 'Payment user of the payer.' })
  user_id: string;

  @TextField({ description: "The customer app's ID of the payer." })
  external_user_id: string;

  @MetadataField({ description: 'The metadata of the bill.' })
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @TextField({ optional: true, description: 'Why it moved.' })
  reason?: string;
}

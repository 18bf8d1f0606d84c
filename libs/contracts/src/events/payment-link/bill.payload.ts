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
  @IdField('The bill.') bill_id: string;
  @EnumField('Null when it arrives.', BILL_STATUSES, { nullable: true })
  previous_status: BillStatus | null;
  @EnumField('Status after the change.', BILL_STATUSES) status: BillStatus;
  @AmountField('Minor units due.') amount: number;
  @CurrencyField() currency: string;
  @IdField('Payment user of the payer.') user_id: string;
  @TextField("The customer app's ID of the payer.") external_user_id: string;
  @MetadataField('The metadata of the bill.') metadata: Record<string, string>;
  @ObjectField('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @TextField('Why it moved.', { optional: true }) reason?: string;
}

import {
  CurrencyField,
  EnumField,
  IdField,
  MetadataField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import { MANDATE_STATUSES, type MandateStatus } from '../../states/index.js';
import { EmbeddedError } from '../../errors/embedded-error.js';
import { EventPayload } from '../payload.js';

export class MandateEventPayload extends EventPayload {
  @IdField('The mandate.') mandate_id: string;
  @IdField('The payment method that charges it.') payment_method_id: string;
  @EnumField('Null at creation.', MANDATE_STATUSES, { nullable: true })
  previous_status: MandateStatus | null;
  @EnumField('Status after the change.', MANDATE_STATUSES) status: MandateStatus;
  @CurrencyField() currency: string;
  @IdField('Payment user of the sender.') user_id: string;
  @TextField("The customer app's ID of the sender.") external_user_id: string;
  @TextField("The sender's institution, once chosen.", { optional: true }) institution_id?: string;
  @IdField('The account that pays, once it is known.', { optional: true })
  sender_account_id?: string;
  @TextField('Of the authorization as it was lodged at the bank.', { optional: true })
  dda_reference?: string;
  @IdField('The link on which the mandate was set up.', { optional: true })
  payment_link_id?: string;
  @MetadataField() metadata: Record<string, string>;
  @ObjectField('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @TextField('Why, where the status does not say it.', { optional: true }) reason?: string;
}

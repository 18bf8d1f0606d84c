import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  MetadataField,
  TextField,
} from '../../fields/index.js';
import {
  PAYMENT_LINK_MODES,
  PAYMENT_LINK_STATUSES,
  type PaymentLinkMode,
  type PaymentLinkStatus,
} from '../../states/index.js';
import { EventPayload } from '../payload.js';

export class PaymentLinkEventPayload extends EventPayload {
  @IdField('The payment link.') payment_link_id: string;
  @TextField("The customer app's own reference of the link.") unique_reference_id: string;
  @EnumField('Collect now or register a method.', PAYMENT_LINK_MODES) mode: PaymentLinkMode;
  @EnumField('Null at creation.', PAYMENT_LINK_STATUSES, { nullable: true })
  previous_status: PaymentLinkStatus | null;
  @EnumField('Status after the change.', PAYMENT_LINK_STATUSES) status: PaymentLinkStatus;
  @IdField('Payment user of the sender.') user_id: string;
  @TextField("The customer app's ID of the sender.") external_user_id: string;
  @IdField('The payment that paid the link.', { optional: true }) payment_id?: string;
  @IdField('The method that the payer authorized.', { optional: true }) payment_method_id?: string;
  @IdField('The mandate of the attempt that the change is about.', { optional: true })
  mandate_id?: string;
  @AmountField('Minor units; mode PAYMENT only.', { optional: true }) amount?: number;
  @CurrencyField() currency: string;
  @MetadataField() metadata: Record<string, string>;
  @TextField('Why, where the status does not say it.', { optional: true }) reason?: string;
}

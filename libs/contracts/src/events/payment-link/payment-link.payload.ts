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
  @IdField({ description: 'The payment link.' })
  payment_link_id: string;

  @TextField({ description: "The customer app's own reference of the link." })
  unique_reference_id: string;

  @EnumField(PAYMENT_LINK_MODES, { description: 'Collect now or register a method.' })
  mode: PaymentLinkMode;

  @EnumField(PAYMENT_LINK_STATUSES, { nullable: true, description: 'Null at creation.' })
  previous_status: PaymentLinkStatus | null;

  @EnumField(PAYMENT_LINK_STATUSES, { description: 'Status after the change.' })
  status: PaymentLinkStatus;

  @IdField({ description: 'Payment user of the sender.' })
  user_id: string;

  @TextField({ description: "The customer app's ID of the sender." })
  external_user_id: string;

  @IdField({ optional: true, description: 'The payment that paid the link.' })
  payment_id?: string;

  @IdField({ optional: true, description: 'The method that the payer authorized.' })
  payment_method_id?: string;

  @IdField({ optional: true, description: 'The mandate of the attempt that the change is about.' })
  mandate_id?: string;

  @AmountField({ optional: true, description: 'Minor units; mode PAYMENT only.' })
  amount?: number;

  @CurrencyField()
  currency: string;

  @MetadataField()
  metadata: Record<string, string>;

  @TextField({ optional: true, description: 'Why, where the status does not say it.' })
  reason?: string;
}

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
  @IdField({ description: 'The mandate.' })
  mandate_id: string;

  @IdField({ description: 'The payment method that charges it.' })
  payment_method_id: string;

  @EnumField(MANDATE_STATUSES, { nullable: true, description: 'Null at creation.' })
  previous_status: MandateStatus | null;

  @EnumField(MANDATE_STATUSES, { description: 'Status after the change.' })
  status: MandateStatus;

  @CurrencyField()
  currency: string;

  @IdField({ description: 'Payment user of the sender.' })
  user_id: string;

  @TextField({ description: "The customer app's ID of the sender." })
  external_user_id: string;

  @TextField({ optional: true, description: "The sender's institution, once chosen." })
  institution_id?: string;

  @IdField({ optional: true, description: 'The account that pays, once it is known.' })
  sender_account_id?: string;

  @TextField({ optional: true, description: 'Of the authorization as it was lodged at the bank.' })
  dda_reference?: string;

  @IdField({ optional: true, description: 'The link on which the mandate was set up.' })
  payment_link_id?: string;

  @MetadataField()
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @TextField({ optional: true, description: 'Why, where the status does not say it.' })
  reason?: string;
}

import {
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  MetadataField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import {
  MANDATE_STATUSES,
  USER_TYPES,
  type MandateStatus,
  type UserType,
} from '../../states/index.js';
import { SetupMandateDetailsRequest } from '../shared/payment-setup-options.dto.js';

/**
 * Between services: a payer chose direct debit on a payment link. The payment link names the
 * mandate before it asks, so that the same request again, and an answer that got lost, are harmless.
 */
export class DraftMandateRequest {
  @IdField({ description: 'The customer app that receives.' })
  customer_app_id: string;

  @IdField({
    description: 'ID for the new mandate. A repeat with the same ID names the same draft.',
  })
  mandate_id: string;

  @IdField({
    optional: true,
    description: 'ID for its payment method. Absent when the link does not store it.',
  })
  payment_method_id?: string;

  @IdField({ description: 'ID of the payment link.' })
  payment_link_id: string;

  @IdField({ description: 'Payment user ID of the sender.' })
  user_id: string;

  @TextField({ min: 1, max: 255, description: "The customer app's ID of the sender." })
  external_user_id: string;

  @EnumField(USER_TYPES, {
    description: 'Person or company; an institution that is chosen later replaces it.',
  })
  user_type: UserType;

  @IdField({ description: 'ID of the settlement account that receives the payments.' })
  recipient_account_id: string;

  @BooleanField({ description: 'Whether the account moves real money.' })
  live: boolean;

  @CurrencyField()
  currency: string;

  @ObjectField(() => SetupMandateDetailsRequest, {
    description: 'Dates, limits and description of the mandate.',
  })
  mandate_details: SetupMandateDetailsRequest;

  @MetadataField()
  metadata: Record<string, string>;
}

export class DraftMandateResponse {
  @IdField({ description: 'ID of the mandate.' })
  mandate_id: string;

  @IdField({ description: 'ID of its payment method.' })
  payment_method_id: string;

  @EnumField(MANDATE_STATUSES, {
    description: 'Status of the mandate. CLOSED if the payer has already left it.',
  })
  status: MandateStatus;
}

/** Between services: may the mandate of a payment link leave `AUTHORIZING`? */
export class ConfirmAttemptRequest {
  @IdField({ description: 'The customer app of link and mandate.' })
  customer_app_id: string;

  @IdField({ description: 'ID of the mandate that the payer has authorized.' })
  mandate_id: string;
}

export class ConfirmAttemptResponse {
  @BooleanField({
    description:
      'True: the link now waits for this mandate. False: the mandate must not become active.',
  })
  current: boolean;
}

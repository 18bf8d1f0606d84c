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
  @IdField('The customer app that receives.') customer_app_id: string;
  @IdField('ID for the new mandate. A repeat with the same ID names the same draft.')
  mandate_id: string;
  @IdField('ID for its payment method. Absent when the link does not store it.', { optional: true })
  payment_method_id?: string;
  @IdField('ID of the payment link.') payment_link_id: string;
  @IdField('Payment user ID of the sender.') user_id: string;
  @TextField("The customer app's ID of the sender.", { min: 1, max: 255 }) external_user_id: string;
  @EnumField('Person or company; an institution that is chosen later replaces it.', USER_TYPES)
  user_type: UserType;
  @IdField('ID of the settlement account that receives the payments.') recipient_account_id: string;
  @BooleanField('Whether the account moves real money.') live: boolean;
  @CurrencyField() currency: string;
  @ObjectField('Dates, limits and description of the mandate.', () => SetupMandateDetailsRequest)
  mandate_details: SetupMandateDetailsRequest;
  @MetadataField() metadata: Record<string, string>;
}

export class DraftMandateResponse {
  @IdField('ID of the mandate.') mandate_id: string;
  @IdField('ID of its payment method.') payment_method_id: string;
  @EnumField('Status of the mandate. CLOSED if the payer has already left it.', MANDATE_STATUSES)
  status: MandateStatus;
}

/** Between services: may the mandate of a payment link leave `AUTHORIZING`? */
export class ConfirmAttemptRequest {
  @IdField('The customer app of link and mandate.') customer_app_id: string;
  @IdField('ID of the mandate that the payer has authorized.') mandate_id: string;
}

export class ConfirmAttemptResponse {
  @BooleanField(
    'True: the link now waits for this mandate. False: the mandate must not become active.',
  )
  current: boolean;
}

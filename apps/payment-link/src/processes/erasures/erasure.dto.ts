import { IdField, InstantField, TextField, TextListField } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';

export class ErasePaymentUserRequest {
  @IdField('The customer app of the user.') customer_app_id: CustomerAppId;
  @IdField('The payment user to erase.') user_id: string;
  @TextField('Who asks, for the audit.', { min: 1, max: 200 }) actor: string;
  @TextField('Why, for the audit; it must not tell who.', { min: 1, max: 500 }) reason: string;
}

/** The tombstone of an erased payment user. */
export class ErasureResponse {
  @IdField('The erased payment user.') user_id: string;
  @InstantField('When the person was erased.') erased_at: string;
  @TextField('Who asked for it.') actor: string;
  @TextField('Why.') reason: string;
  @TextListField('Payment methods that this call cancelled.') cancelled_payment_methods: string[];
}

import { field } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';

export class ErasePaymentUserRequest {
  @field.id('The customer app of the user.') customer_app_id: CustomerAppId;
  @field.id('The payment user to erase.') user_id: string;
  @field.text('Who asks, for the audit.', { min: 1, max: 200 }) actor: string;
  @field.text('Why, for the audit; it must not tell who.', { min: 1, max: 500 }) reason: string;
}

/** The tombstone of an erased payment user. */
export class ErasureResponse {
  @field.id('The erased payment user.') user_id: string;
  @field.instant('When the person was erased.') erased_at: string;
  @field.text('Who asked for it.') actor: string;
  @field.text('Why.') reason: string;
  @field.textList('Payment methods that this call cancelled.') cancelled_payment_methods: string[];
}

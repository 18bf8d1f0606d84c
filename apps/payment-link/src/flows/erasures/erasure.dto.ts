import { IdField, InstantField, TextField, TextListField } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';

/** The request of an operator's command line. */
export class ErasePaymentUserRequest {
  @IdField({ description: 'The customer app of the user.' })
  customer_app_id: CustomerAppId;

  @IdField({ description: 'The payment user to erase.' })
  user_id: string;

  @TextField({ min: 1, max: 200, description: 'Who asks, for the audit.' })
  actor: string;

  @TextField({ min: 1, max: 500, description: 'Why, for the audit; it must not tell who.' })
  reason: string;
}

/** The tombstone of an erased payment user. */
export class ErasureResponse {
  @IdField({ description: 'The erased payment user.' })
  user_id: string;

  @InstantField({ description: 'When the person was erased.' })
  erased_at: string;

  @TextField({ description: 'Who asked for it.' })
  actor: string;

  @TextField({ description: 'Why.' })
  reason: string;

  @TextListField({ description: 'Payment methods that this call cancelled.' })
  cancelled_payment_methods: string[];
}

import { BooleanField, IdField, MetadataField, TextField } from '../../fields/index.js';
import { EventPayload } from '../payload.js';

/** A payment user has no status; the consent is the only state that others act on. */
export class PaymentUserEventPayload extends EventPayload {
  @IdField('The payment user.') user_id: string;
  @TextField("The customer app's ID of the user.") external_user_id: string;
  @BooleanField('Whether stored methods may be charged without the user.') autopay_consent: boolean;
  @MetadataField(
    'Always empty. The metadata of a payment user may tell who it is, and events cannot be ' +
      'erased. Readers of the first release require the member.',
  )
  metadata: Record<string, string>;
}

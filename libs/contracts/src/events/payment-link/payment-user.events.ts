import { field } from '../../fields/index.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { eventsOf } from '../define-event.js';

/** A payment user has no status; the consent is the only state that others act on. */
export class PaymentUserEventPayload extends EventPayload {
  @field.id('The payment user.') user_id: string;
  @field.text("The customer app's ID of the user.") external_user_id: string;
  @field.boolean('Whether stored methods may be charged without the user.')
  autopay_consent: boolean;
  @field.metadata(
    'Always empty. The metadata of a payment user may tell who it is, and events cannot be ' +
      'erased. Readers of the first release require the member.',
  )
  metadata: Record<string, string>;
}

export const paymentUserEvents = eventsOf(
  'payment-user',
  {
    payload: PaymentUserEventPayload,
    key: (payload) => payload.user_id,
    example: {
      user_id: EXAMPLE.user_id,
      external_user_id: EXAMPLE.external_user_id,
      autopay_consent: false,
      metadata: {},
    },
  },
  {
    'payment_user.created': {
      description: 'A payment user was created, by its own operation or by a payment link.',
    },
    'payment_user.updated': {
      description: 'A member of the payment user other than the consent changed.',
    },
    'payment_user.erased': {
      description:
        'The person behind a payment user was erased: whoever keeps anything of them forgets it.',
    },
    'payment_user.autopay_consent_granted': {
      description: 'The user now allows charges of stored methods.',
      example: { autopay_consent: true },
      webhook: 'AUTOPAY_CONSENT_GRANTED',
    },
    'payment_user.autopay_consent_revoked': {
      description: 'The user no longer allows charges of stored methods.',
      webhook: 'AUTOPAY_CONSENT_REVOKED',
    },
  },
);

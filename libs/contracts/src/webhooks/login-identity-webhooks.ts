import type { LoginIdentityEventPayload } from '../events/account-data/login-identity.payload.js';
import type { WebhookEventType } from './event-types.js';
import { webhooksOf, type PublicWebhook } from './public-webhook.js';

export const loginWebhook = webhooksOf(
  'login_identity',
  ({ login_identity_id }: LoginIdentityEventPayload) => login_identity_id,
);

/** The status is `AUTHENTICATE_FAILED`, the event `AUTHENTICATION_FAILED`. */
export function failedLoginEventOf(p: LoginIdentityEventPayload): WebhookEventType {
  switch (p.authentication_status) {
    case 'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION':
    case 'AUTHENTICATION_TOO_MANY_ATTEMPTS':
      return p.authentication_status;
    default:
      return 'AUTHENTICATION_FAILED';
  }
}

export function productWebhook(p: LoginIdentityEventPayload): PublicWebhook | null {
  const { product, outcome } = p;
  if (!product || !outcome) return null;
  return loginWebhook(`${product.toUpperCase()}_${outcome}` as WebhookEventType, p);
}

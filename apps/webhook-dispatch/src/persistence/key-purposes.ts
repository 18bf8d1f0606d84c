import { keyPurpose } from '@towpath/persistence';

/** Signing secrets and custom headers of endpoints, encrypted. */
export const ENDPOINT_SECRETS_KEY = keyPurpose('endpoint-secrets');
/** The service's own key pairs: `Service-Signature` and `v1a` are derived from it. */
export const WEBHOOK_SIGNING_KEY = keyPurpose('webhook-signing');

export const KEY_PURPOSES = [ENDPOINT_SECRETS_KEY, WEBHOOK_SIGNING_KEY] as const;

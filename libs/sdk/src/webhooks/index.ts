export type { WebhookEvent } from '../generated/types.gen.js';
export {
  WebhookVerificationError,
  WebhookVerifier,
  type ReceivedHeaders,
  type WebhookFault,
  type WebhookVerifierOptions,
} from './webhook-verifier.js';

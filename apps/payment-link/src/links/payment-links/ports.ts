import type { PaymentAttemptId, PaymentLinkId } from '@towpath/kernel';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import type { AttemptState } from './domain/payment-attempt.transitions.js';
import type { PaymentLink } from './domain/payment-link.js';

/** The stored content that a repeated `unique_reference_id` is compared with. */
export interface KnownReference {
  readonly paymentLinkId: PaymentLinkId;
  readonly contentHash: string;
}

/** The payer's view of a link. */
export interface ShownLink {
  readonly link: PaymentLink;
  /** Newest first; at least the latest that was submitted is among them. */
  readonly attempts: readonly AttemptState[];
  readonly latestAttempt: PaymentAttempt | null;
}

/** The customer app's view of a link. */
export interface ReadLink extends ShownLink {
  /** The sender at the creation; name and e-mail are null after an erasure. */
  readonly sender: { readonly name: string | null; readonly email: string | null };
}

export type LinkKey =
  { readonly paymentLinkId: PaymentLinkId } | { readonly attemptId: PaymentAttemptId };

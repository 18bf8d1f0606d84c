import type { PaymentUserId } from '@towpath/kernel';

/** A stored user whose personal data is still sealed. */
export interface SealedUser {
  readonly userId: PaymentUserId;
  readonly contentHash: string;
  readonly isErased: boolean;
}

/** The tombstone of an erased person: who asked for it, and why. */
export interface Erasure {
  readonly actor: string;
  readonly reason: string;
  readonly erasedAt: Date;
}

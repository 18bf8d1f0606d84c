import type {
  PaymentAttemptId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Lookup, Tenant } from '../../persistence/read-together.js';
import type { StoredCard } from './domain/stored-card.js';

export abstract class PaymentMethodRepository {
  abstract ofAttempt(tenant: Tenant, attemptId: PaymentAttemptId): Lookup<StoredCard | null>;
  /** The card of a link that waits for its authorization; there is at most one. */
  abstract openOfLink(tx: AppTx, paymentLinkId: PaymentLinkId): Lookup<StoredCard | null>;
  abstract find(tx: AppTx, id: PaymentMethodId): Promise<StoredCard | null>;
  /** Newest first, in every status. */
  abstract ofUser(tx: AppTx, userId: PaymentUserId): Promise<StoredCard[]>;
  /** As `ofUser`; whoever else asks for the same user waits until this transaction has ended. */
  abstract ofUserInTurn(tx: AppTx, userId: PaymentUserId): Promise<StoredCard[]>;
  /** Of all cards of the user. */
  abstract forgetBrowsers(tx: AppTx, userId: PaymentUserId): Promise<void>;
  /** Adds a new card, or the moves of a stored one, to the batch. */
  abstract save(batch: WriteBatch, card: StoredCard): void;
}

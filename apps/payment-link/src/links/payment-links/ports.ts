import type {
  CustomerAppId,
  MandateId,
  PaymentAttemptId,
  PaymentLinkId,
  PaymentUserId,
} from '@towpath/kernel';
import type { AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import type { Found, Lookup, Lookups, Tenant } from '../../persistence/read-together.js';
import type { Sender } from '../../parties/payment-users/ensure-sender.use-case.js';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import type { AttemptState } from './domain/payment-attempt.transitions.js';
import type { PaymentLink } from './domain/payment-link.js';

/** What a repeated `unique_reference_id` is compared with. */
export interface KnownReference {
  readonly paymentLinkId: PaymentLinkId;
  readonly contentHash: string;
}

/** A link as it is shown. */
export interface ReadLink {
  readonly link: PaymentLink;
  /** As the link was created with; name and e-mail are null once they were erased. */
  readonly sender: { readonly name: string | null; readonly email: string | null };
  /** Newest first; at least the latest that was submitted is among them. */
  readonly attempts: readonly AttemptState[];
  readonly latestAttempt: PaymentAttempt | null;
}

export type LinkKey =
  { readonly paymentLinkId: PaymentLinkId } | { readonly attemptId: PaymentAttemptId };

/** A link under lock, null if there is none, and what was read with it. */
export interface LockedLink<L extends Lookups> {
  readonly link: PaymentLink | null;
  readonly found: Found<L>;
}

export abstract class PaymentLinkRepository {
  abstract byReference(tenant: Tenant, uniqueReferenceId: string): Lookup<KnownReference | null>;
  abstract read(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<ReadLink | null>;
  /**
   * Locks the link until the transaction ends and reads it with the look-ups, in one statement;
   * in a second one when it had to wait for the lock, because the first then saw old rows.
   */
  abstract lockWith<L extends Lookups>(tx: AppTx, key: LinkKey, lookups: L): Promise<LockedLink<L>>;
  /** As `lockWith`, in the round trip that begins the transaction. */
  abstract beginLocking<L extends Lookups, T>(
    transactions: Transactions,
    begin: { readonly customerAppId: CustomerAppId; readonly key: LinkKey; readonly lookups: L },
    work: (tx: AppTx, locked: LockedLink<L>) => Promise<T>,
  ): Promise<T>;
  abstract attempt(tenant: Tenant, attemptId: PaymentAttemptId): Lookup<PaymentAttempt | null>;
  abstract openAttempt(tx: AppTx, paymentLinkId: PaymentLinkId): Lookup<PaymentAttempt | null>;
  abstract attemptOfMandate(tx: AppTx, mandateId: MandateId): Promise<PaymentAttemptId | null>;
  /** The newest attempt by bank transfer on the link that the reference belongs to. */
  abstract attemptOfTransfer(tx: AppTx, reference: string): Promise<PaymentAttemptId | null>;
  /** The gateway of each of the attempts that there are. */
  abstract gatewaysOf(
    tx: AppTx,
    attemptIds: readonly PaymentAttemptId[],
  ): Promise<ReadonlyMap<PaymentAttemptId, string>>;
  /** Adds a new link to the batch. */
  abstract add(
    tx: AppTx,
    batch: WriteBatch,
    created: {
      readonly link: PaymentLink;
      readonly sender: Sender;
      readonly contentHash: string;
    },
  ): Promise<void>;
  /** No repeated request meets the content of the user's links any more. */
  abstract forgetContents(tx: AppTx, userId: PaymentUserId): Promise<void>;
  /** Adds the changes of a locked link and of its attempts to the batch. */
  abstract save(batch: WriteBatch, link: PaymentLink, attempts: readonly PaymentAttempt[]): void;
}

/** From where cards are submitted: who tries many of them is stopped. */
export abstract class CardSubmissions {
  /** Throws `RATE_LIMITED` when the address has used up its hour. */
  abstract note(
    tx: AppTx,
    submission: { readonly address: string; readonly attemptId: PaymentAttemptId },
  ): Promise<void>;
}

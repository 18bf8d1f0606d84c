import type { PageRange } from '@towpath/http';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Mandate, MandateSnapshot } from './mandate.js';
import type { MandateState } from './mandate.transitions.js';

/** Names mandates by one of three. */
export type MandateNames =
  | { readonly mandateIds: readonly string[] }
  | { readonly paymentMethodIds: readonly string[] }
  | { readonly userId: string };

/** Empty lists and nulls: any. */
export interface MandateFilters {
  /** First and last day of the last change, UTC, `YYYY-MM-DD`. */
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  readonly statuses: readonly MandateState[];
  readonly senderType: 'INDIVIDUAL' | 'BUSINESS' | null;
  readonly userId: string | null;
  readonly institutionId: string | null;
}

/** A scalar subquery for the ID of one mandate, from a table of another slice. */
export interface MandateIdQuery {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export abstract class MandateRepository {
  abstract find(tx: AppTx, mandateId: MandateId): Promise<Mandate | null>;
  /** Locks the mandate and its dependent rows until the transaction ends. */
  abstract lock(tx: AppTx, mandateId: MandateId): Promise<Mandate | null>;
  /** Like `lock`, for the mandate that a subquery of the same statement names. */
  abstract lockNamedBy(tx: AppTx, name: MandateIdQuery): Promise<Mandate | null>;
  abstract list(
    tx: AppTx,
    filters: MandateFilters,
    range: PageRange,
  ): Promise<{ readonly mandates: Mandate[]; readonly total: number }>;
  /** Those that exist, newest first. */
  abstract named(tx: AppTx, names: MandateNames): Promise<Mandate[]>;
  /** Adds a new mandate, or the moves of a stored one, to the batch. */
  abstract save(batch: WriteBatch, mandate: Mandate): void;
}

/** One look at account numbers in plain text: by whom, of which mandates. */
export interface SensitiveRead {
  readonly readId: string;
  readonly customerAppId: CustomerAppId;
  readonly clientId: string;
  readonly tokenId: string;
  readonly requestId: string;
  readonly clientAddress: string | null;
  readonly filters: MandateFilters;
  readonly mandateIds: readonly MandateId[];
  /** Real time. */
  readonly readAt: Date;
}

/** Who stated the payer's consent, and its content. */
export interface ConsentGiven {
  readonly givenThrough: 'CUSTOMER_APP' | 'SERVICE_LINK';
  /** The text that the payer read; null if the customer app used its own words. */
  readonly text: {
    readonly version: string;
    readonly language: string;
    readonly sha256: string;
  } | null;
  /** Address of the sender; null if unknown. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** On the app's clock; absent when it is given in the moment that authorizes the mandate. */
  readonly givenAt?: Date;
}

export interface GivenConsent {
  readonly mandate: MandateSnapshot;
  readonly consent: ConsentGiven;
  readonly at: Date;
}

/** Keeps the proof of a consent: append-only, in the write that authorizes the mandate. */
export abstract class ConsentEvidence {
  abstract add(tx: AppTx, batch: WriteBatch, given: GivenConsent): Promise<void>;
}

import type { RawCallBack, ReadCallBacks } from '@towpath/http';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import type { DisputeReport, ReportedDispute } from '../disputes/dispute.table.js';

export type AppType = 'TEST' | 'LIVE';

/** One notification of a body whose signature was verified. */
export interface VerifiedNotification {
  /** Identifies a copy; never of two notifications of the processor. */
  readonly eventId: string;
  /**
   * Null if neither body nor endpoint names the app; then there is a `gatewayReference`. Of an
   * endpoint that belongs to one app, always that app.
   */
  readonly customerAppId: string | null;
  /** The processor's own ID of the payment. */
  readonly gatewayReference: string | null;
  /** The account at the processor that it is about; null where it names none. */
  readonly gatewayAccount: string | null;
  /** Of this notification alone, for `read`. It is stored sealed. */
  readonly body: string;
}

/** The notification is genuine, but it is not one that the table of its processor has. */
export class UnreadableNotification extends Error {
  override readonly name = 'UnreadableNotification';
}

/** The processor did not answer, or its answer says nothing about the request. */
export class ProcessorUnavailable extends Error {
  override readonly name = 'ProcessorUnavailable';
}

/** The processor refused the request; nothing was done. */
export class ProcessorRefused extends Error {
  override readonly name: string = 'ProcessorRefused';
}

/** The processor does not know the reference. */
export class ProcessorHasNone extends ProcessorRefused {
  override readonly name = 'ProcessorHasNone';
}

/** An account at a processor, as one app uses it. */
export interface ProcessorAccount {
  readonly customerAppId: CustomerAppId;
  /** Null for the account of the key. */
  readonly gatewayAccount: string | null;
}

/** A dispute as its processor names it. */
export interface DisputeReference extends ProcessorAccount {
  readonly processorReference: string;
}

/** Where an app may have disputes. */
export interface ListedAccounts extends Pick<ProcessorAccount, 'customerAppId'> {
  /** One of them may be named in two ways. */
  readonly gatewayAccounts: readonly ProcessorAccount['gatewayAccount'][];
}

/** What a processor takes as evidence of one dispute. */
export interface EvidenceLimits {
  readonly files: number;
  readonly fileBytes: number;
  /** Of all files together. */
  readonly allBytes: number;
  /** Of all files together; an image is one. */
  readonly pages: number;
}

/** One file of the merchant's evidence. */
export interface EvidenceDocument {
  /** SHA-256 of the content in hex. */
  readonly digest: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** The merchant's evidence for a dispute. */
export interface Evidence {
  /** SHA-256 in hex: identifies the content, so that the processor recognizes a repeat. */
  readonly digest: string;
  /** Read once, one after the other. */
  readonly documents: AsyncIterable<EvidenceDocument>;
}

/**
 * One card processor, for its disputes. Each call to it is repeatable, and throws
 * `ProcessorUnavailable` if the outcome is unknown.
 */
export abstract class DisputeProcessor {
  abstract readonly integrationId: string;
  abstract readonly appType: AppType;
  /** The longest time in ms that one answer takes, with all its files; the schedule asks no sooner. */
  readonly callMs: number = 0;
  /** What it speaks to, for example `sandbox`. */
  abstract readonly connector: string;
  /** Whether settlement accounts may name an account at the processor. */
  readonly hasAccounts: boolean = false;
  /** Null where our own limits are the only ones. */
  evidenceLimits(_dispute: Pick<DisputeReport, 'cardBrand'>): EvidenceLimits | null {
    return null;
  }
  /** Whether the account of a payment is the one that a verified notification names. */
  isAt(payment: ProcessorAccount, named: string): Promise<boolean> {
    return Promise.resolve(named === payment.gatewayAccount);
  }
  /**
   * Throws `UNAUTHORIZED` for a signature that is wrong or stale, or an unknown endpoint. Throws
   * `INVALID_REQUEST` for a body that names no event, or neither customer app nor payment. Several
   * secrets may be valid at once: one is being replaced.
   * @param endpointId which account at the processor sends it; null for the path without one
   */
  abstract readCallBacks(
    raw: RawCallBack,
    endpointId: string | null,
  ): Promise<ReadCallBacks<VerifiedNotification>>;
  /** Throws `UnreadableNotification`. */
  abstract read(body: string): ReportedDispute;
  /** The dispute as the processor has it; null when it has none of this reference. */
  abstract find(dispute: DisputeReference): Promise<ReportedDispute | null>;
  /** The card holder keeps the money. Throws `ProcessorRefused` when it is too late for that. */
  abstract accept(dispute: DisputeReference): Promise<ReportedDispute>;
  /** Throws `ProcessorRefused` when the processor takes no evidence, or has taken another. */
  abstract submitEvidence(dispute: DisputeReference, evidence: Evidence): Promise<ReportedDispute>;
  /** Open disputes of a customer app: without an answer or a decision. */
  abstract listOpen(accounts: ListedAccounts): AsyncIterable<ReportedDispute>;
}

export interface TestDispute {
  readonly customerAppId: CustomerAppId;
  readonly paymentId: PaymentId;
  /** Minor units; the whole payment when absent. */
  readonly amount?: number | undefined;
  readonly isDefendable: boolean;
}

/** A processor that can simulate card holders and issuers. */
export abstract class SimulatedProcessor extends DisputeProcessor {
  /** Throws `ProcessorRefused` or `ProcessorUnavailable`. */
  abstract openDispute(order: TestDispute): Promise<ReportedDispute>;
  /** Throws `ProcessorRefused` or `ProcessorUnavailable`. */
  abstract decide(processorReference: string, decided: { event: string }): Promise<ReportedDispute>;
}

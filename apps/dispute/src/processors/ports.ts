import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import type { ReportedDispute } from '../disputes/dispute.table.js';

export type AppType = 'TEST' | 'LIVE';

/** A notification in its original form: do not trust it before its signature is verified. */
export interface RawNotification {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Real time. */
  readonly receivedAt: Date;
}

/** The subject of a notification, and the ID that identifies a copy. */
export interface NotificationName {
  readonly customerAppId: string;
  readonly eventId: string;
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
  /** What it speaks to, for example `sandbox`. */
  abstract readonly connector: string;
  /**
   * Throws `UNAUTHORIZED` for a signature that is wrong or stale, and `INVALID_REQUEST` for a body
   * that names no event or no customer app.
   */
  abstract identify(raw: RawNotification): NotificationName;
  /** Throws `UnreadableNotification`. */
  abstract read(body: string): ReportedDispute;
  /** The dispute as the processor has it; null when it has none of this reference. */
  abstract find(processorReference: string): Promise<ReportedDispute | null>;
  /** The card holder keeps the money. Throws `ProcessorRefused` when it is too late for that. */
  abstract accept(processorReference: string): Promise<ReportedDispute>;
  /** Throws `ProcessorRefused` when the processor takes no evidence, or has taken another. */
  abstract submitEvidence(processorReference: string, evidence: Evidence): Promise<ReportedDispute>;
  /** Open disputes of a customer app: without an answer or a decision. */
  abstract listOpen(customerAppId: CustomerAppId): AsyncIterable<ReportedDispute>;
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

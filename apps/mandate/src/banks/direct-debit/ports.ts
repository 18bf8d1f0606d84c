import {
  Unanswered,
  type RawCallBack,
  type ReadCallBacks,
  type SilenceReason,
} from '@towpath/http';
import type { ChargeBankStatus, ErrorCode, MandateBankStatus } from '@towpath/kernel';

/** A mandate or a charge, and the app that asks: what the bank keeps for another app is not seen. */
export interface AppsReference {
  readonly reference: string;
  readonly customerAppId: string;
}

/** Why, in our words: events and public answers carry it. */
export interface BankFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** Why, as the bank wrote it: it may name people and accounts, so it stays in our record of it. */
export interface BankReason {
  readonly code: string;
  readonly text: string;
}

/** The next page for the payer's browser. */
type PayerAction =
  | { readonly kind: 'REDIRECT'; readonly url: string }
  | {
      readonly kind: 'FORM_POST';
      readonly url: string;
      readonly fields: Readonly<Record<string, string>>;
    };

/** A bank's answer about a mandate in our words; objects are in those of the public interface. */
export interface BankMandateAnswer {
  readonly bankStatus: MandateBankStatus;
  /** With `ACTION_REQUIRED`; null if this answer has none. */
  readonly action: PayerAction | null;
  /** Why, once it was rejected, revoked or cancelled. */
  readonly failure: BankFailure | null;
  readonly reason: BankReason | null;
  /** Reference of the submitted authorization. */
  readonly ddaReference: string | null;
  /** Given by the payer's bank when it accepts. */
  readonly bankReference: string | null;
  /** The bank's reference, from its acceptance on. */
  readonly integrationMetadata: object | null;
}

export const MANDATE_NOT_SEEN: BankMandateAnswer = {
  bankStatus: 'NOT_SEEN',
  action: null,
  failure: null,
  reason: null,
  ddaReference: null,
  bankReference: null,
  integrationMetadata: null,
};

/** A bank's answer about a charge. */
export interface DirectDebitAnswer {
  readonly bankStatus: ChargeBankStatus;
  /** Why, once it failed, was revoked or was returned. */
  readonly failure: BankFailure | null;
  readonly reason: BankReason | null;
  readonly bankTransactionReference: string | null;
  /** Under the names of the public interface; null when the bank knows nothing. */
  readonly processorDetails: object | null;
}

export const CHARGE_NOT_SEEN: DirectDebitAnswer = {
  bankStatus: 'NOT_SEEN',
  failure: null,
  reason: null,
  bankTransactionReference: null,
  processorDetails: null,
};

/** `reference` is ours and unique: the same request under it may be sent again. */
export interface MandateRegistration {
  readonly reference: string;
  readonly customerAppId: string;
  /** The account at the bank that receives. */
  readonly creditorAccount: string;
  readonly debtorName: string;
  /** Never kept nor logged here. */
  readonly accountNumber: string;
  readonly currency: string;
  /** `YYYY-MM-DD`, UTC, both inclusive. */
  readonly startDate: string;
  readonly endDate: string | null;
  /** Limit of one charge, minor units; null for no limit. */
  readonly maxTransactionAmount: number | null;
}

/** `reference` is ours and unique: the same request under it may be sent again. */
export interface DirectDebitCharge {
  readonly reference: string;
  readonly mandateReference: string;
  readonly customerAppId: string;
  readonly paymentId: string;
  /** Minor units, above 0. */
  readonly amount: number;
  readonly currency: string;
}

/** Half-open: the end is not in it. On the clock of the app. */
export interface SettledPeriod {
  readonly customerAppId: string;
  readonly from: Date;
  readonly to: Date;
}

/** One line of a bank's payments and returns. Amounts: minor units. */
export interface SettledDebit {
  readonly entryId: string;
  readonly reference: string;
  readonly paymentId: string | null;
  readonly kind: 'CHARGE' | 'RETURN' | 'RETURN_REVERSED';
  readonly amount: number;
  readonly currency: string;
  readonly settledAt: Date;
}

/**
 * One event of a call-back with a verified signature. All other content must not be trusted. A bank
 * that names an item by its own reference only is asked for ours while the call-back is read.
 */
export interface BankCallBack {
  readonly eventId: string;
  readonly customerAppId: string;
  /** Whether the reference is of a mandate or of a charge. */
  readonly about: 'MANDATE' | 'CHARGE';
  readonly reference: string;
}

/**
 * A bank that collects, behind one interface. Every call names the customer app, and the bank treats
 * a mandate or charge of another app as unknown. Every call may be repeated under the same reference
 * without a second effect. A call without an answer throws `BankUnavailable`: its outcome is
 * unknown. A question that the bank refuses throws `BankRefused`: it can never be answered. Answers
 * to `register` and `charge` may be old; only the `find` calls return the present status.
 */
export abstract class DirectDebitConnector {
  /** The type of apps that the connector serves, test or live. */
  abstract readonly appType: 'TEST' | 'LIVE';
  /** `GW3` in the sandbox. */
  abstract readonly integrationId: string;
  /** What it speaks to, for example `sandbox`. */
  abstract readonly connector: string;
  abstract register(registration: MandateRegistration): Promise<BankMandateAnswer>;
  /** `NOT_SEEN` when the bank keeps no such mandate for the app. */
  abstract findMandate(mandate: AppsReference): Promise<BankMandateAnswer>;
  /** Ends it at the bank, with every charge that has not been executed. */
  abstract cancelMandate(mandate: AppsReference): Promise<BankMandateAnswer>;
  abstract charge(charge: DirectDebitCharge): Promise<DirectDebitAnswer>;
  /** `NOT_SEEN` when the bank knows no such charge of the app. */
  abstract findCharge(charge: AppsReference): Promise<DirectDebitAnswer>;
  /**
   * Sends an executed charge back to its payer. Null where the bank takes no such order: a person
   * settles it with the bank then.
   */
  abstract reverse(charge: AppsReference): Promise<DirectDebitAnswer | null>;
  /** The settlements of one app in a period, oldest first, for reconciliation. */
  abstract listSettled(period: SettledPeriod): AsyncIterable<SettledDebit>;
  /**
   * Throws `UNAUTHORIZED` for a wrong or old signature or an unknown endpoint, `INVALID_REQUEST` for
   * another shape. Several secrets may be valid at once: one is being replaced.
   * @param endpointId which account at the bank sends it; null for the path without one
   */
  abstract readCallBacks(
    raw: RawCallBack,
    endpointId: string | null,
  ): Promise<ReadCallBacks<BankCallBack>>;
}

/** A bank whose decisions a test may make: those of test apps. */
interface SimulatedBank {
  /** The status at the bank afterwards, whether or not the bank could decide so. */
  decideMandate(
    mandate: AppsReference,
    asked: { readonly decision: 'accept' | 'reject' | 'revoke' },
  ): Promise<BankMandateAnswer>;
}

export function isSimulated(
  bank: DirectDebitConnector,
): bank is DirectDebitConnector & SimulatedBank {
  return 'decideMandate' in bank;
}

/** The bank did not answer: the requested action may or may not have happened. */
export class BankUnavailable extends Unanswered {
  override readonly name = 'BankUnavailable';

  constructor(integrationId: string, silence: SilenceReason) {
    super(`direct debit bank ${integrationId}`, silence);
  }
}

/** The bank refuses the question itself: the same one again is refused again. */
export class BankRefused extends Error {
  override readonly name = 'BankRefused';

  constructor(integrationId: string, { status }: { readonly status: number }) {
    super(`direct debit bank ${integrationId} refuses what it is asked: HTTP ${status}`);
  }
}

import type { ChargeBankStatus, ErrorCode } from '@towpath/kernel';

export interface Objection {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** A bank's word about a charge, in ours. */
export interface BankWord {
  readonly bankStatus: ChargeBankStatus;
  /** Why, once it failed, was revoked or was returned. */
  readonly failure: Objection | null;
  /** The reason in the bank's words: stored, never shown. */
  readonly reason: { readonly code: string; readonly text: string } | null;
  readonly bankTransactionReference: string | null;
  /** In the words of the public interface. No rule depends on it. */
  readonly processorDetails: object | null;
}

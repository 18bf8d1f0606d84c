import type { ErrorCode } from '@towpath/kernel';

/** What the bank's books say about a charge at one moment. */
export type BankTruth = 'NOT_SEEN' | 'PENDING' | 'EXECUTED' | 'FAILED' | 'REVOKED' | 'RETURNED';

export interface Objection {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** A bank's word about a charge, in ours. */
export interface BankWord {
  readonly truth: BankTruth;
  /** Why, once it failed, was revoked or was returned. */
  readonly failure: Objection | null;
  /** The same as the bank wrote it: kept, told to nobody. */
  readonly reason: { readonly code: string; readonly text: string } | null;
  readonly bankTransactionReference: string | null;
  /** In the words of the public interface. No rule depends on it. */
  readonly processorDetails: object | null;
}

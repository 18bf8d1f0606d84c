/** What a processor moves in the account that it keeps, and whether that raises its balance. */
export const RAISES = {
  CHARGE: true,
  REFUND: false,
  /** The refund failed after its success. */
  REFUND_REVERSED: true,
  /** The capture failed after its success. */
  RETURN: false,
  DISPUTE: false,
  DISPUTE_REVERSED: true,
  /** A fee of its own, which no payment names. */
  FEE: false,
  FEE_REVERSED: true,
  RESERVE: false,
  RESERVE_REVERSED: true,
  /** A payout that somebody ordered; `reference` names it. */
  PAYOUT: false,
  /** The money of a payout that failed; `reference` names the payout. */
  PAYOUT_REVERSED: true,
  /** Whatever else the processor lists: nothing is left out. */
  OTHER_CREDIT: true,
  OTHER_DEBIT: false,
} as const;
export type ProcessorEntryKind = keyof typeof RAISES;

/** One line of the balance of an account at a processor. Amounts: minor units, without sign. */
export interface ProcessorEntry {
  /** The processor's name; no other entry of the account has it. */
  readonly entryId: string;
  readonly kind: ProcessorEntryKind;
  /**
   * Our reference of the charge. Of a `PAYOUT` and a `PAYOUT_REVERSED` the processor's name of the
   * payout; the amount is the part of that payout that was this app's.
   */
  readonly reference: string | null;
  /** The processor's own ID of the payment; null of an entry of none. */
  readonly gatewayReference: string | null;
  readonly paymentId: string | null;
  /** In the currency of the account, before the fee. */
  readonly amount: number;
  readonly currency: string;
  /** What the processor took for it, in the same currency; less than 0 when it gave a fee back. */
  readonly fee: number;
  /** What the processor says the entry did to the balance: less than 0 if it lowered it. */
  readonly net: number;
  /** What the payer paid or got, in the payment's currency; null if it is that of the account. */
  readonly presentment: {
    readonly amount: number;
    readonly currency: string;
    /** Minor units of the account for one of the presentment, as the processor states it. */
    readonly rate: number | null;
  } | null;
  /** The payout of the processor that contains it; null while none does. */
  readonly payoutReference: string | null;
  readonly settledAt: Date;
}

/** `FAILED` also follows `PAID`: then the bank sent the money back to the processor. */
export const PROCESSOR_PAYOUT_STATUSES = ['PENDING', 'PAID', 'FAILED'] as const;
export type ProcessorPayoutStatus = (typeof PROCESSOR_PAYOUT_STATUSES)[number];

/** Money that a processor sends from its account to the bank. Amounts: minor units. */
export interface ProcessorPayout {
  /** The processor's name. */
  readonly reference: string;
  readonly status: ProcessorPayoutStatus;
  /** Less than 0 when the processor collects a negative balance. */
  readonly amount: number;
  readonly currency: string;
  /**
   * The net of its entries of other apps, where several share the account; null if it is as it was
   * listed before. Somebody may order a payout of the balance. No entries are in it: its whole amount
   * is this app's, or of others. An automatic one lists it later as an entry `PAYOUT`.
   */
  readonly others: number | null;
  /** Why, with `FAILED`. */
  readonly failure: string | null;
  readonly startedAt: Date;
}

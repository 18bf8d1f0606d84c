import type {
  ProcessorEntry,
  ProcessorPayout,
} from '../../money/processor-settlements/processor-list.js';

export type { ProcessorEntry, ProcessorPayout };

/** Half-open: the end is not in it. On the app's clock. */
export interface SettledPeriod {
  readonly customerAppId: string;
  readonly from: Date;
  readonly to: Date;
}

/** One line of a gateway's payments and returns. Amounts: minor units. */
export interface SettledEntry {
  readonly entryId: string;
  readonly reference: string;
  /** The gateway's own ID of the authorization; null if it finds one by our reference. */
  readonly gatewayReference: string | null;
  /** The account at the gateway; null for the account of the key. */
  readonly gatewayAccount: string | null;
  readonly paymentId: string | null;
  /** `RETURN`: the capture failed after its success, and the gateway took its money back. */
  readonly kind: 'CHARGE' | 'REFUND' | 'REFUND_REVERSED' | 'RETURN';
  readonly amount: number;
  readonly currency: string;
  readonly settledAt: Date;
}

/** An account at a card processor, as one app uses it; null: the account of the key. */
export interface SettlingAccount {
  readonly customerAppId: string;
  readonly gatewayAccount: string | null;
  /** Whether other apps name it, too: then an entry that names no app is of none of them. */
  readonly isShared: boolean;
}

/** Half-open: the end is not in it. On the app's clock. */
export interface SettlementRange extends Omit<SettledPeriod, 'customerAppId'> {
  /** `next` of the page before; null for the first one. */
  readonly after: string | null;
  /** Payouts whose entries are all known: they need not be listed again. */
  readonly explained?: ReadonlySet<string>;
}

/** A part of what a processor moved in an account. An entry or payout may come again, also changed. */
export interface SettlementPage {
  readonly entries: readonly ProcessorEntry[];
  readonly payouts: readonly ProcessorPayout[];
  readonly next: string | null;
}

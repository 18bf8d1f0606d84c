import type { CustomerAppId } from '@towpath/kernel';
import type { SourceBill } from '../../bills/source-bill.js';

export interface BillingKey {
  readonly customerAppId: CustomerAppId;
  readonly externalBillId: string;
}

/** A bill as the source has it now. */
export interface ChangedBill {
  /** Where to go on reading after it; opaque. */
  readonly cursor: string;
  readonly bill: SourceBill;
}

/**
 * An external billing system behind one interface. It tells of bills; nothing is ever written to
 * it. A call that is not answered throws `BillingUnavailable`.
 */
export abstract class ExternalBillingConnector {
  /** Which apps it serves: a connector is for test apps or for live ones, never for both. */
  abstract readonly appType: 'TEST' | 'LIVE';
  /** For example `EXT`. */
  abstract readonly integrationId: string;
  /** As it is now; null when the source has no such bill of the app. */
  abstract find(key: BillingKey): Promise<SourceBill | null>;
  /**
   * Bills of one app that are new, changed or withdrawn after the cursor, in the order of their last
   * changes; from the first one with null. What changes meanwhile is in this list or in the next.
   */
  abstract listChanged(asked: {
    readonly customerAppId: CustomerAppId;
    readonly after: string | null;
  }): AsyncIterable<ChangedBill>;
}

/** A billing system that test apps may write to, in the place of a landlord's office. */
export abstract class TestBillingSystem {
  /** A bill that is new there, or has other content from now on. */
  abstract put(customerAppId: CustomerAppId, bill: SourceBill): Promise<void>;
}

/** The billing system did not answer. */
export class BillingUnavailable extends Error {
  override readonly name = 'BillingUnavailable';

  constructor(
    integrationId: string,
    options: { readonly reason: string; readonly cause?: unknown },
  ) {
    super(`billing system ${integrationId} did not answer: ${options.reason}`, {
      cause: options.cause,
    });
  }
}

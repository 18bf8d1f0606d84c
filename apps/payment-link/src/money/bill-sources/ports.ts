import { Unanswered, type SilenceReason, ConnectorRegistry } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { SourceBill } from '../bills/bills.service.js';

export interface BillingKey {
  readonly customerAppId: CustomerAppId;
  readonly externalBillId: string;
}

/** A bill as the source has it now. */
export interface ChangedBill {
  /** Position from which reading continues; opaque. */
  readonly cursor: string;
  readonly bill: SourceBill;
}

/**
 * An external billing system behind one interface, read-only. A call without an answer throws
 * `BillingUnavailable`.
 */
export abstract class ExternalBillingConnector {
  /** The type of apps that the connector serves, test or live. */
  abstract readonly appType: 'TEST' | 'LIVE';
  /** For example `EXT`. */
  abstract readonly integrationId: string;
  /** What it speaks to, for example `sandbox`. */
  abstract readonly connector: string;
  /** The present bill; null if the source has no such bill of the app. */
  abstract find(key: BillingKey): Promise<SourceBill | null>;
  /**
   * Bills of one app that are new, changed or withdrawn after the cursor, in the order of their
   * last changes; from the first one if the cursor is null. A concurrent change is in this list or
   * in the next.
   */
  abstract listChanged(asked: {
    readonly customerAppId: CustomerAppId;
    readonly after: string | null;
  }): AsyncIterable<ChangedBill>;
  /** Of a simulated system, in place of the billing office: a bill that is new or changed. */
  put?(customerAppId: CustomerAppId, bill: SourceBill): Promise<void>;
}

/** The billing system did not answer. */
export class BillingUnavailable extends Unanswered {
  override readonly name = 'BillingUnavailable';

  constructor(integrationId: string, silence: SilenceReason) {
    super(`billing system ${integrationId}`, silence);
  }
}

/** The connectors of the billing systems. */
export class BillingRegistry extends ConnectorRegistry<ExternalBillingConnector> {
  constructor(connectors: readonly ExternalBillingConnector[]) {
    super('billing', connectors);
  }

  /** Bills name their integration alone: it has one system for each type of app. */
  of(place: Pick<ExternalBillingConnector, 'appType' | 'integrationId'>) {
    return this.named(place.integrationId).find(({ appType }) => appType === place.appType);
  }
}

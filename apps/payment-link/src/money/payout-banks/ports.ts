import { Unanswered, type SilenceReason, BankRegistry } from '@towpath/http';
import type { Failure, PayoutBankStatus } from '@towpath/kernel';

/** A bank's answer about a payout in our words. */
export interface PayoutAnswer {
  readonly bankStatus: PayoutBankStatus;
  /** Why, with `REJECTED` and `RETURNED`, never in the bank's own sentence, which may name people. */
  readonly failure: Failure | null;
  /** The bank's names for the order and for the money that moved. */
  readonly processorReference: string | null;
  readonly bankTransactionReference: string | null;
  /** The account at the bank that pays, as the order named it. */
  readonly debtorAccount: string | null;
}

export const PAYOUT_NOT_SEEN: PayoutAnswer = {
  bankStatus: 'NOT_SEEN',
  failure: null,
  processorReference: null,
  bankTransactionReference: null,
  debtorAccount: null,
};

/** The bank did not take the order at all, for example because of the account number. */
export const ORDER_REFUSED: PayoutAnswer = {
  ...PAYOUT_NOT_SEEN,
  bankStatus: 'REJECTED',
  failure: { code: 'PAYMENT_METHOD_DECLINED', explanation: 'The bank did not take the order.' },
};

/** `reference` is ours and unique: the same order under it may be sent again. */
export interface PayoutOrder extends PayoutReference {
  readonly customerAppId: string;
  /** The account at the bank that pays. */
  readonly debtorAccount: string;
  readonly creditorName: string;
  /** In plain text. Personal data: sent to the bank and never stored. */
  readonly creditorAccountNumber: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Shown to the recipient. */
  readonly description: string | null;
}

/** A payout that was, or may have been, sent. */
export interface PayoutReference {
  readonly reference: string;
}

/** Half-open: the end is not in it. On the app's clock. */
export interface SettledPayoutPeriod {
  readonly customerAppId: string;
  readonly from: Date;
  readonly to: Date;
}

/** One line of a bank's payouts. Amount: minor units. */
export interface SettledPayout {
  readonly entryId: string;
  readonly reference: string;
  /** `PAYOUT_REVERSED`: the money came back. */
  readonly kind: 'PAYOUT' | 'PAYOUT_REVERSED';
  readonly amount: number;
  readonly currency: string;
  readonly settledAt: Date;
}

/**
 * A bank that pays out, behind one interface. The same order under the same reference moves money
 * once, however often it is sent. A call that is not answered throws `PayoutBankUnavailable`: its
 * outcome is unknown.
 */
export abstract class PayoutConnector {
  /** The type of apps that the connector serves, test or live. */
  abstract readonly appType: 'TEST' | 'LIVE';
  /** For example `GW3`. */
  abstract readonly integrationId: string;
  /** What it speaks to, for example `sandbox`. */
  abstract readonly connector: string;
  /** Never `NOT_SEEN`. */
  abstract send(order: PayoutOrder): Promise<PayoutAnswer>;
  /** The present status; `NOT_SEEN` when the bank knows nothing of it. */
  abstract find(key: PayoutReference): Promise<PayoutAnswer>;
  /** The payouts of one app in a period, oldest first, for reconciliation. */
  abstract listSettled(period: SettledPayoutPeriod): AsyncIterable<SettledPayout>;
}

/** The bank did not answer: the requested action may or may not have happened. */
export class PayoutBankUnavailable extends Unanswered {
  override readonly name = 'PayoutBankUnavailable';

  constructor(integrationId: string, silence: SilenceReason) {
    super(`bank ${integrationId}`, silence);
  }
}

/** The connectors of the banks that pay out. A settlement account names its own. */
export class PayoutRegistry extends BankRegistry<PayoutConnector> {
  constructor(connectors: readonly PayoutConnector[]) {
    super('payout', connectors);
  }
}

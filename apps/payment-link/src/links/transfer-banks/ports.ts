import { BankRegistry, Unanswered, type SilenceReason } from '@towpath/http';
import type { SettlementPeriod } from '@towpath/reconciliation/books';

/** Money that arrived, as the bank has it. Amount: minor units. */
export interface BookedTransfer {
  /** The bank's name for it. */
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  /** The payer's text; null if there is none. */
  readonly text: string | null;
  readonly bookedAt: Date;
}

/** A transfer to a simulated bank. */
export interface SimulatedTransfer extends Omit<BookedTransfer, 'bookedAt'> {
  readonly customerAppId: string;
}

/** Half-open: the end is not in it. On the app's clock. */
export interface BookedPeriod extends SettlementPeriod {
  readonly customerAppId: string;
}

/**
 * A bank that receives transfers of payers, behind one interface. A call that is not answered throws
 * `TransferBankUnavailable`.
 */
export abstract class TransferBank {
  abstract readonly appType: 'TEST' | 'LIVE';
  /** For example `GW3`. */
  abstract readonly integrationId: string;
  /** What it speaks to, for example `sandbox`. */
  abstract readonly connector: string;
  /** Null when the bank knows nothing of it. */
  abstract find(reference: string): Promise<BookedTransfer | null>;
  /** Transfers of one app that arrived in a period, oldest first, for reconciliation. */
  abstract listBooked(period: BookedPeriod): AsyncIterable<BookedTransfer>;
}

/** One at which test apps let money arrive: the same again is the same transfer. */
export abstract class SimulatedTransferBank extends TransferBank {
  abstract override readonly appType: 'TEST';
  abstract receive(transfer: SimulatedTransfer): Promise<void>;
}

/** The bank did not answer. */
export class TransferBankUnavailable extends Unanswered {
  override readonly name = 'TransferBankUnavailable';

  constructor(integrationId: string, silence: SilenceReason) {
    super(`bank ${integrationId}`, silence);
  }
}

/** The banks that receive transfers. A settlement account names its own. */
export class TransferBanks extends BankRegistry<TransferBank> {
  constructor(banks: readonly TransferBank[]) {
    super('transfer', banks);
  }

  get simulated(): SimulatedTransferBank | undefined {
    return this.all().find((bank) => bank instanceof SimulatedTransferBank);
  }
}

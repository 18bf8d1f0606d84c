import type { SimulatedTransferBank, TransferBank } from './ports.js';

/** The banks that receive transfers: one for all test apps; add banks of live apps here. */
export class TransferBanks {
  constructor(readonly simulated: SimulatedTransferBank | null) {}

  all(): readonly TransferBank[] {
    return this.simulated ? [this.simulated] : [];
  }

  /** Undefined if no bank receives for apps of this type. */
  forApps(appType: TransferBank['appType']): TransferBank | undefined {
    return this.all().find((bank) => bank.appType === appType);
  }
}

import { Injectable } from '@nestjs/common';
import type { MandateRecord } from '@towpath/contracts/internal';
import type { AppTx } from '@towpath/persistence';

/** Moves attempts when their mandates move. */
export interface MandateListener {
  /** In the caller's transaction. */
  execute(tx: AppTx, mandate: MandateRecord): Promise<void>;
}

/**
 * Passes a mandate to the listener that registers at the start, because that listener needs the
 * links.
 */
@Injectable()
export class MandateListeners implements MandateListener {
  private listener: MandateListener | undefined;

  register(listener: MandateListener): void {
    this.listener = listener;
  }

  execute(tx: AppTx, mandate: MandateRecord): Promise<void> {
    if (!this.listener) throw new Error('no slice listens to the mandates of attempts');
    return this.listener.execute(tx, mandate);
  }
}

import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';

/** A ledger account in one currency, as its rows name it. */
export interface TailedAccount {
  readonly customerAppId: string;
  readonly ledgerAccount: string;
  readonly currency: string;
}

/** Read in some milliseconds; an hour of a busy account has a hundred times as many. */
const WORTH_A_CHECKPOINT = 5_000;

/** Accounts whose balance this process had to sum up from many transfers. */
@Injectable()
export class LongTails {
  private readonly found = new Map<string, TailedAccount>();

  get any(): boolean {
    return this.found.size > 0;
  }

  /** @param tail transfers since the latest checkpoint */
  read(tx: AppTx, account: Omit<TailedAccount, 'customerAppId'> & { readonly tail: number }): void {
    const { ledgerAccount, currency, tail } = account;
    if (tail < WORTH_A_CHECKPOINT) return;
    const customerAppId = tx.customerApp.id;
    const key = `${customerAppId} ${ledgerAccount} ${currency}`;
    this.found.set(key, { customerAppId, ledgerAccount, currency });
  }

  /** Those that were found since the last time. */
  take(): TailedAccount[] {
    const all = [...this.found.values()];
    this.found.clear();
    return all;
  }
}

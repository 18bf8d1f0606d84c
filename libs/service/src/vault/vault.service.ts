import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, PersonalDataVault, Transactions } from '@towpath/persistence';

/** Keys of one transaction, which holds them locked. */
const BATCH = 100;
/** Keys of one call, so that it ends within its deadline. */
const MOST = 1_000;

export interface Rewrapped {
  /** Number of rewrapped keys. */
  readonly rewrapped: number;
  /** False: there may be more, ask again. */
  readonly done: boolean;
}

/**
 * Wraps the keys of persons and logins under the current version of the service's key, while the
 * service goes on. Afterwards the earlier versions may be taken out of the key file.
 */
@Injectable()
export class VaultService {
  constructor(
    private readonly transactions: Transactions,
    private readonly vault: PersonalDataVault,
  ) {}

  /** Repeatable; whatever was wrapped stays wrapped. */
  async rewrap(): Promise<Rewrapped> {
    const apps = await this.transactions.asWorker((tx) =>
      tx.query<{ customer_app_id: CustomerAppId }>(
        byValues('SELECT customer_app_id FROM customer_app_views ORDER BY customer_app_id'),
      ),
    );
    let rewrapped = 0;
    for (const { customer_app_id: app } of apps) {
      let last: number;
      do {
        last = await this.transactions.forApp(app, (tx) => this.vault.rewrap(tx, { limit: BATCH }));
        rewrapped += last;
        if (rewrapped >= MOST) return { rewrapped, done: false };
      } while (last > 0);
    }
    return { rewrapped, done: true };
  }
}

import type { AppTx } from '@towpath/persistence';

/** Which payment links keep the method that paid them. */
export abstract class StoringLinks {
  /** Those of the IDs whose mandate is a stored payment method. */
  abstract of(tx: AppTx, paymentLinkIds: readonly string[]): Promise<ReadonlySet<string>>;
}

import type { CustomerAppId } from '@towpath/kernel';

/**
 * Requests a customer app that this service does not know from its owner, and stores the copy. A
 * service binds it if it needs the app before the app's own event may arrive.
 */
export abstract class CustomerAppResolver {
  /** True when the app is known now. Called outside of any transaction. */
  abstract resolve(app: CustomerAppId): Promise<boolean>;

  /**
   * Stores the owner's present data of the app, if it exists. Rejects if the owner does not answer.
   */
  abstract confirm(app: CustomerAppId): Promise<void>;
}

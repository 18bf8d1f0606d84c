import type { CustomerAppId } from '@towpath/kernel';

/**
 * Asks whoever owns the customer apps for one that this service has not heard of, and stores its
 * view. Bound by a service that needs its events sooner than the app's own event may arrive.
 */
export abstract class CustomerAppResolver {
  /** True when the app is known now. Called outside of any transaction. */
  abstract resolve(app: CustomerAppId): Promise<boolean>;

  /** Stores what the owner says of the app now, if it has it. Rejects when it cannot be asked. */
  abstract confirm(app: CustomerAppId): Promise<void>;
}

/** Knows no other place to ask: the message is tried again, then parked. */
export class NoCustomerAppResolver extends CustomerAppResolver {
  override resolve(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override confirm(app: CustomerAppId): Promise<void> {
    return Promise.reject(new Error(`no resolver is registered for the customer app ${app}`));
  }
}

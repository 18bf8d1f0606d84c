import { BillingUnavailable, TestBillingSystem } from '../ports.js';

/** Where the sandbox is left out. */
export class NoTestBilling extends TestBillingSystem {
  override put(): Promise<void> {
    return Promise.reject(new BillingUnavailable('EXT', { reason: 'there is no sandbox' }));
  }
}

import { BillingUnavailable, TestBillingSystem } from '../ports.js';

/** Used if the sandbox is not configured. */
export class NoTestBilling extends TestBillingSystem {
  override put(): Promise<void> {
    return Promise.reject(new BillingUnavailable('EXT', { reason: 'there is no sandbox' }));
  }
}

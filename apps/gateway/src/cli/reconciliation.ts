import { InternalClient } from '@towpath/http';
import type { Arguments } from './arguments.js';

/** Differences belong to payment-link, which is asked over its internal port. */
export class Reconciliation {
  constructor(private readonly client: InternalClient) {}

  /** Open ones, oldest first. */
  list(args: Arguments): Promise<object> {
    return this.client.call<object>('payment-link', {
      method: 'GET',
      path: '/internal/reconciliation_differences',
      query: { customer_app_id: args.text('customer-app'), after: args.text('after') },
    });
  }
}

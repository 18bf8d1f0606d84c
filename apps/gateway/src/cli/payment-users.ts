import { InternalClient } from '@towpath/http';
import type { Arguments } from './arguments.js';

/** Payment users belong to payment-link, which is asked over its internal port. */
export class PaymentUsers {
  constructor(private readonly client: InternalClient) {}

  /** The tombstone; a repeat shows the first one. */
  async erase(args: Arguments, actor: string): Promise<object> {
    return this.client.call<object>('payment-link', {
      method: 'POST',
      path: '/internal/payment_users/erase',
      body: {
        customer_app_id: args.required('customer-app'),
        user_id: args.required('user'),
        reason: args.required('reason'),
        actor,
      },
      idempotent: true,
    });
  }
}

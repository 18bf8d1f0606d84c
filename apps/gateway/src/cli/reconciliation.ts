import { InternalClient } from '@towpath/http';
import type { Arguments } from './arguments.js';

export interface Listed {
  readonly differences: readonly { readonly difference_id: string }[];
}

/** Services that compare their books with others: of card gateways and direct debit banks. */
export const KEEPERS = ['payment-link', 'mandate'] as const;
const PAGE = 100;

/** Differences belong to the services that keep the books; they are asked over their internal ports. */
export class Reconciliation {
  constructor(private readonly client: InternalClient) {}

  /** Open disputes of an app beside those of its card processors, asked now. */
  disputes(args: Arguments): Promise<object> {
    return this.client.call('dispute', {
      method: 'POST',
      path: '/internal/disputes/compare',
      body: { customer_app_id: args.required('customer-app') },
      idempotent: true,
    });
  }

  /** Open differences of all services, oldest first by ID. */
  async list(args: Arguments): Promise<Listed> {
    const query = {
      customer_app_id: args.text('customer-app'),
      after: args.text('after'),
      limit: String(PAGE),
    };
    const path = '/internal/reconciliation_differences';
    const lists = await Promise.all(
      KEEPERS.map((keeper) => this.client.call<Listed>(keeper, { method: 'GET', path, query })),
    );
    const all = lists.flatMap(({ differences }) => differences);
    const byAge = all.toSorted((a, b) => (a.difference_id < b.difference_id ? -1 : 1));
    return { differences: byAge.slice(0, PAGE) };
  }
}

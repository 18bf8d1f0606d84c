import type { ServiceName } from '../service-names.js';

/** The kinds of resources that operators find and see, with the service that owns each. */
export const RESOURCE_OWNERS = {
  payment_user: 'payment-link',
  payment_account: 'payment-link',
  payment_method: 'payment-link',
  payment_link: 'payment-link',
  payment: 'payment-link',
  refund: 'payment-link',
  payout: 'payment-link',
  bill: 'payment-link',
  incoming_transfer: 'payment-link',
  reconciliation_difference: 'payment-link',
  mandate: 'mandate',
  debit_difference: 'mandate',
  dispute: 'dispute',
  dispute_difference: 'dispute',
  login_identity: 'account-data',
  webhook_event: 'webhook-dispatch',
  webhook_endpoint: 'webhook-dispatch',
} as const satisfies Readonly<Record<string, ServiceName>>;

export type ResourceKind = keyof typeof RESOURCE_OWNERS;
export const RESOURCE_KINDS = Object.keys(RESOURCE_OWNERS) as readonly ResourceKind[];

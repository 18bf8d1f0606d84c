import type { ResourceKind, ResourceReference } from '@towpath/contracts/operator';

/** Names one resource of one customer app. */
export interface ResourceName {
  readonly kind: string;
  readonly customerAppId: string;
  readonly id: string;
}

interface RecordName {
  readonly kind: string;
  readonly recordId: string;
}

/** A record's ID in lists and addresses: IDs are unique within an app only. */
export function recordIdOf(reference: Pick<ResourceReference, 'customer_app_id' | 'id'>): string {
  return `${reference.customer_app_id}.${reference.id}`;
}

export function resourceNameOf({ kind, recordId }: RecordName): ResourceName {
  const [customerAppId = '', id = ''] = recordId.split('.');
  return { kind, customerAppId, id };
}

export function pathOf(reference: ResourceReference): string {
  return `/${reference.kind}/${encodeURIComponent(recordIdOf(reference))}/show`;
}

/** What each kind is called: of one, and of many. */
export const KIND_NAMES: Readonly<Record<ResourceKind, readonly [string, string]>> = {
  payment: ['Payment', 'Payments'],
  payment_link: ['Payment link', 'Payment links'],
  mandate: ['Mandate', 'Mandates'],
  refund: ['Refund', 'Refunds'],
  payout: ['Payout', 'Payouts'],
  dispute: ['Dispute', 'Disputes'],
  bill: ['Bill', 'Bills'],
  incoming_transfer: ['Incoming transfer', 'Incoming transfers'],
  reconciliation_difference: ['Gateway difference', 'Gateway differences'],
  debit_difference: ['Debit difference', 'Debit differences'],
  dispute_difference: ['Dispute difference', 'Dispute differences'],
  payment_user: ['Payment user', 'Payment users'],
  payment_account: ['Payment account', 'Payment accounts'],
  payment_method: ['Payment method', 'Payment methods'],
  login_identity: ['Login', 'Logins'],
  webhook_event: ['Webhook event', 'Webhook events'],
  webhook_endpoint: ['Webhook endpoint', 'Webhook endpoints'],
};

export const KINDS = Object.keys(KIND_NAMES) as readonly ResourceKind[];

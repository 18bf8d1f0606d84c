import type { OperationOwner } from '@towpath/contracts';

/**
 * The permitted calls between services. A chain has at most gateway → service → service; a longer
 * chain is a design fault.
 */
export const ALLOWED_EDGES: Readonly<Record<OperationOwner, readonly OperationOwner[]>> = {
  gateway: ['account-data', 'mandate', 'payment-link', 'dispute', 'webhook-dispatch', 'sandbox'],
  'payment-link': ['gateway', 'mandate', 'account-data'],
  mandate: ['gateway', 'payment-link', 'account-data'],
  dispute: ['gateway', 'payment-link'],
  'account-data': ['gateway'],
  'webhook-dispatch': ['gateway'],
  sandbox: ['gateway'],
};

export function isAllowedEdge(caller: OperationOwner, target: OperationOwner): boolean {
  return ALLOWED_EDGES[caller].includes(target);
}

import type { HostedView } from './hosted-view.js';

/** Whether the attempt that the page tells of is one by direct debit. */
export function isDebit({ attempt }: Pick<HostedView, 'attempt'>): boolean {
  return attempt?.payment_method_type === 'MANDATE';
}

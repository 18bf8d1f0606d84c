import type { HostedView } from './hosted-view.js';

/** Whether the attempt of the page is a direct debit. */
export function isDebit({ attempt }: Pick<HostedView, 'attempt'>): boolean {
  return attempt?.payment_method_type === 'MANDATE';
}

import { isCurrency } from '@towpath/kernel';
import { knownMembers, UI_MODES } from '../../../shared/api/page-api.js';
import type { HostedView } from './hosted-view.js';

/** Whether the attempt of the page is a direct debit. */
export function isDebit({ attempt }: Pick<HostedView, 'attempt'>): boolean {
  return attempt?.payment_method_type === 'MANDATE';
}

const KNOWN = {
  mode: ['PAYMENT', 'SETUP'],
  status: ['CREATED', 'PAID', 'SETUP_SUCCEEDED', 'CANCELLED', 'EXPIRED'],
  session_status: ['OPEN', 'PROCESSING', 'COMPLETE', 'FAILED'],
  ui_mode: UI_MODES,
  money_moved: ['YES', 'NO', 'UNKNOWN'],
} as const satisfies { [K in keyof HostedView]?: readonly HostedView[K][] };

/**
 * The answer as a view, or null if this version of the page cannot show it correctly. An unknown
 * status or amount must lead to "we cannot tell", never to a guess.
 */
export function parseView(body: unknown): HostedView | null {
  const members = knownMembers(body, KNOWN);
  if (typeof members?.['payment_link_id'] !== 'string') return null;
  const { mode, currency, amount } = members;
  const isAmount = (amount ?? null) === null ? mode === 'SETUP' : Number.isSafeInteger(amount);
  return isCurrency(currency) && isAmount ? (body as HostedView) : null;
}

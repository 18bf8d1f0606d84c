import { isCurrency } from '@towpath/kernel';
import type { HostedView } from './hosted-view.js';

/** Whether the attempt of the page is a direct debit. */
export function isDebit({ attempt }: Pick<HostedView, 'attempt'>): boolean {
  return attempt?.payment_method_type === 'MANDATE';
}

const MEMBERS = {
  mode: ['PAYMENT', 'SETUP'],
  status: ['CREATED', 'PAID', 'SETUP_SUCCEEDED', 'CANCELLED', 'EXPIRED'],
  session_status: ['OPEN', 'PROCESSING', 'COMPLETE', 'FAILED'],
  ui_mode: ['redirect', 'auto_redirect', 'standalone', 'iframe'],
  money_moved: ['YES', 'NO', 'UNKNOWN'],
} as const satisfies { [K in keyof HostedView]?: readonly HostedView[K][] };

/**
 * The answer as a view, or null if this version of the page cannot show it correctly. An unknown
 * status or amount must lead to "we cannot tell", never to a guess.
 */
export function parseView(body: unknown): HostedView | null {
  if (!isRecord(body) || typeof body['payment_link_id'] !== 'string') return null;
  for (const [member, allowed] of Object.entries(MEMBERS)) {
    if (!(allowed as readonly unknown[]).includes(body[member])) return null;
  }
  const { merchant, currency, amount } = body;
  if (!isRecord(merchant) || typeof merchant['display_name'] !== 'string') return null;
  if (!isCurrency(currency)) return null;
  if (!isAmountOf(body['mode'], amount)) return null;
  return body as unknown as HostedView;
}

function isAmountOf(mode: unknown, amount: unknown): boolean {
  if (amount === undefined || amount === null) return mode === 'SETUP';
  return Number.isSafeInteger(amount);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

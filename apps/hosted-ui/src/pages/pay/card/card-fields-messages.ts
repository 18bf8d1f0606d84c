import type { ColorScheme } from '../../../shared/theme/color-scheme.js';
import type { CardToken } from '../api/hosted-view.js';

/**
 * Messages from the card frame. The page ignores `card-fields:state`, which the frame sends while
 * the payer types, and all unknown messages.
 */
type FromCardFields =
  | { readonly type: 'card-fields:ready' }
  | { readonly type: 'card-fields:height'; readonly height: number }
  | { readonly type: 'card-fields:token'; readonly card: CardToken }
  | { readonly type: 'card-fields:error'; readonly message: string };

/** Messages to the card frame. */
export type ToCardFields =
  | { readonly type: 'card-fields:submit' }
  | { readonly type: 'card-fields:theme'; readonly scheme: ColorScheme };

/** The message, or null when it is not one of ours (browser extensions post messages too). */
export function parseFromCardFields(data: unknown): FromCardFields | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  switch (message['type']) {
    case 'card-fields:ready':
      return { type: 'card-fields:ready' };
    case 'card-fields:height':
      return heightMessage(message['height']);
    case 'card-fields:error':
      return { type: 'card-fields:error', message: text(message['message']) ?? '' };
    case 'card-fields:token':
      return tokenMessage(message);
    default:
      return null;
  }
}

function heightMessage(height: unknown): FromCardFields | null {
  if (typeof height !== 'number' || !Number.isFinite(height) || height <= 0) return null;
  return { type: 'card-fields:height', height: Math.ceil(height) };
}

function tokenMessage(message: Record<string, unknown>): FromCardFields | null {
  const { token, brand, last4, expiry_month, expiry_year, country, funding } = message;
  if (typeof token !== 'string' || token === '') return null;
  if (typeof brand !== 'string' || typeof last4 !== 'string') return null;
  const month = Number(expiry_month);
  const year = Number(expiry_year);
  if (!Number.isInteger(month) || !Number.isInteger(year)) return null;
  const card: CardToken = { token, brand, last4, expiry_month: month, expiry_year: year };
  if (typeof country === 'string') card.country = country;
  if (typeof funding === 'string') card.funding = funding;
  return { type: 'card-fields:token', card };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

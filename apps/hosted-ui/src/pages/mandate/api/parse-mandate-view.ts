import { isCurrency } from '@towpath/kernel';
import type { MandateView } from './mandate-view.js';

const STATUSES: readonly MandateView['status'][] = [
  'AUTHORIZATION_REQUIRED',
  'AUTHORIZING',
  'PROCESSING',
  'READY_TO_SUBMIT',
  'SUBMITTED',
  'SUCCEEDED',
  'FAILED',
  'REVOKED',
  'CANCELLED',
  'CLOSED',
];
const UI_MODES: readonly MandateView['ui_mode'][] = [
  'redirect',
  'auto_redirect',
  'standalone',
  'iframe',
];

/**
 * The answer as a view, or null if this version of the page cannot show it correctly. No payer may
 * agree to a mandate whose text or limits the page does not understand.
 */
export function parseMandateView(body: unknown): MandateView | null {
  if (!isRecord(body) || typeof body['mandate_id'] !== 'string') return null;
  const { status, ui_mode: uiMode, merchant, mandate_details: details, consent } = body;
  if (!STATUSES.some((known) => known === status)) return null;
  if (!UI_MODES.some((known) => known === uiMode)) return null;
  if (!isRecord(merchant) || typeof merchant['display_name'] !== 'string') return null;
  if (!isRecord(details) || !isCurrency(details['currency'])) return null;
  if (!isRecord(consent) || typeof consent['text'] !== 'string') return null;
  if (!Array.isArray(body['auth_checklist']) || !isRecord(body['encryption_info'])) return null;
  return body as unknown as MandateView;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

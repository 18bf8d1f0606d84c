import type { LinkView } from './link-view.js';

const STEPS: readonly LinkView['step'][] = [
  'CHOOSING',
  'CONNECTING',
  'ACTION',
  'REDIRECT',
  'CONNECTED',
  'FAILED',
];

/** The answer as a view, or null when this version of the page cannot show it truthfully. */
export function parseLinkView(body: unknown): LinkView | null {
  if (!isRecord(body)) return null;
  const { step, merchant, action } = body;
  if (!STEPS.some((known) => known === step)) return null;
  if (!isRecord(merchant) || typeof merchant['display_name'] !== 'string') return null;
  if (step === 'ACTION' && !isRecord(action)) return null;
  return body as unknown as LinkView;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

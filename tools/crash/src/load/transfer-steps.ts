import type { HostedView } from '@towpath/contracts/payment-link';
import { HostedPayer } from '@towpath/testing';
import { retryUntilAnswered, retryUntilAcknowledged } from './retries.js';
import type { Transfers } from './plan.js';
import type { StoryParts } from './story-parts.js';

/** Amount of a transfer without a reference. */
const UNNAMED = 500;

/**
 * A payer transfers what the page shows: too little, enough, or too much, and once
 * without a reference. What got no answer is sent again, and may be another transfer.
 */
export async function transferAll(
  parts: StoryParts,
  payer: HostedPayer,
  transfers: Transfers,
): Promise<HostedView | undefined> {
  const selected = await retryUntilAnswered(parts, () => payer.select('MANUAL'));
  const view = selected && (await retryUntilAnswered(parts, () => payer.view()));
  const reference = view?.attempt?.transfer?.reference;
  if (reference === undefined) return view;
  const { amount, currency } = parts.plan;
  for (const more of transfers) {
    await arrive(parts, { reference, currency, amount: (amount ?? 0) + more });
  }
  await arrive(parts, { currency, amount: UNNAMED });
  return retryUntilAnswered(parts, () => payer.view());
}

interface Arriving {
  readonly reference?: string;
  readonly currency: string;
  readonly amount: number;
}

function arrive(parts: StoryParts, body: Arriving): Promise<unknown> {
  const request = { method: 'POST', path: '/testing/incoming_transfers', body } as const;
  return retryUntilAcknowledged(parts, () => parts.merchant.send(request));
}

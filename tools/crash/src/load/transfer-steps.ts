import type { HostedView } from '@towpath/contracts/payment-link';
import { HostedPayer } from '@towpath/testing';
import { insist, insistOn } from './retries.js';
import type { Transfers } from './plan.js';
import type { StoryParts } from './story-parts.js';

/** Amount of a transfer without a reference. */
const UNNAMED = 500;

/**
 * A payer is told what to transfer, and transfers it: too little, enough, or too much, and once
 * without a reference. What got no answer is sent again, and may be another transfer.
 */
export async function transferAll(
  parts: StoryParts,
  payer: HostedPayer,
  transfers: Transfers,
): Promise<HostedView | undefined> {
  const selected = await insist(parts, () => payer.select('MANUAL'));
  const told = selected && (await insist(parts, () => payer.view()));
  const reference = told?.attempt?.transfer?.reference;
  if (reference === undefined) return told;
  const { amount, currency } = parts.plan;
  for (const more of transfers) {
    await arrive(parts, { reference, currency, amount: (amount ?? 0) + more });
  }
  await arrive(parts, { currency, amount: UNNAMED });
  return insist(parts, () => payer.view());
}

interface Arriving {
  readonly reference?: string;
  readonly currency: string;
  readonly amount: number;
}

function arrive(parts: StoryParts, body: Arriving): Promise<unknown> {
  const request = { method: 'POST', path: '/testing/incoming_transfers', body } as const;
  return insistOn(parts, () => parts.merchant.send(request));
}

import type { CheckedProcessor } from './checked-processor.js';
import { NotBegun } from './options.js';
import { stripeCheck } from './stripe-check.js';

const PROCESSORS: readonly CheckedProcessor[] = [stripeCheck];

/** Throws `NotBegun` for an integration without a check. */
export function processorOf(integration: string): CheckedProcessor {
  const found = PROCESSORS.find(({ integrationId }) => integrationId === integration);
  if (found) return found;
  const known = PROCESSORS.map(({ integrationId }) => integrationId).join(', ');
  throw new NotBegun(
    `No connector of --integration ${integration} can be checked; known: ${known}.`,
  );
}

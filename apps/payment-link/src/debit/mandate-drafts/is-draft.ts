import type { MandateStatus } from '@towpath/contracts';

/** Whether a mandate still waits for its payer. */
export function isDraft({ status }: { readonly status: MandateStatus }): boolean {
  return status === 'AUTHORIZATION_REQUIRED' || status === 'AUTHORIZING';
}

import { DomainError } from '@towpath/kernel';

/** Most submissions of a card to one link, whatever the outcomes. */
export const MAX_CARD_ATTEMPTS = 5;
/** The same for direct debits, those by a tap and those by a mandate of the link together. */
export const MAX_DEBIT_ATTEMPTS = 5;
/** The limits never lift; this keeps a client from asking again at once. */
const RETRY_AFTER_S = 3_600;

export function assertTakesCard({ cardAttempts }: Used): void {
  if (cardAttempts < MAX_CARD_ATTEMPTS) return;
  throw usedUp(`A payment link takes ${MAX_CARD_ATTEMPTS} card attempts; all of them were used.`);
}

interface Used {
  readonly cardAttempts: number;
  readonly debitAttempts: number;
}

/** Method types that the link no longer accepts, permanently. */
export function usedUpTypes(used: Used): ('CARD' | 'MANDATE')[] {
  const cards = used.cardAttempts < MAX_CARD_ATTEMPTS ? [] : (['CARD'] as const);
  return [...cards, ...(hasDebitLeft(used) ? [] : (['MANDATE'] as const))];
}

export function hasDebitLeft({ debitAttempts }: Used): boolean {
  return debitAttempts < MAX_DEBIT_ATTEMPTS;
}

export function assertTakesDebit(used: Used): void {
  if (hasDebitLeft(used)) return;
  throw usedUp(
    `A payment link takes ${MAX_DEBIT_ATTEMPTS} direct debit attempts; all of them were used.`,
  );
}

function usedUp(explanation: string): DomainError {
  return new DomainError('RATE_LIMITED', explanation, { retryAfterSeconds: RETRY_AFTER_S });
}

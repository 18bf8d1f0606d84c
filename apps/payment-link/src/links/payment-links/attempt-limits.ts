import { DomainError } from '@towpath/kernel';

/** Most submissions of a card to one link, whatever the outcomes. */
export const MAX_CARD_ATTEMPTS = 5;
/** The same for direct debits, those by a tap and those by a mandate of the link together. */
export const MAX_DEBIT_ATTEMPTS = 5;
/** The limits never lift; this keeps a client from asking again at once. */
const RETRY_AFTER_S = 3_600;

export function assertTakesCard({ cardAttempts }: { readonly cardAttempts: number }): void {
  if (cardAttempts < MAX_CARD_ATTEMPTS) return;
  throw usedUp(`A payment link takes ${MAX_CARD_ATTEMPTS} card attempts; all of them were used.`);
}

interface Debits {
  readonly debitAttempts: number;
}

interface Tried extends Debits {
  readonly cardAttempts: number;
}

/** Method types that the link no longer accepts, permanently. */
export function usedUpTypes({ cardAttempts, debitAttempts }: Tried): ('CARD' | 'MANDATE')[] {
  const cards = cardAttempts < MAX_CARD_ATTEMPTS ? [] : (['CARD'] as const);
  return [...cards, ...(hasDebitLeft({ debitAttempts }) ? [] : (['MANDATE'] as const))];
}

export function hasDebitLeft({ debitAttempts }: Debits): boolean {
  return debitAttempts < MAX_DEBIT_ATTEMPTS;
}

export function assertTakesDebit(debits: Debits): void {
  if (hasDebitLeft(debits)) return;
  throw usedUp(
    `A payment link takes ${MAX_DEBIT_ATTEMPTS} direct debit attempts; all of them were used.`,
  );
}

function usedUp(explanation: string): DomainError {
  return new DomainError('RATE_LIMITED', explanation, { retryAfterSeconds: RETRY_AFTER_S });
}

import { DomainError } from '@towpath/kernel';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';

/** A payer's own limit reaches the bank in place of the agreed one: it may only be narrower. */
export function assertPayerMax(
  item: { readonly path: string; readonly payerMaxAmount: number | null },
  { maxTransactionAmount: agreed }: Pick<MandateSnapshot, 'maxTransactionAmount'>,
): void {
  if (item.payerMaxAmount === null || agreed === null || item.payerMaxAmount <= agreed) return;
  throw new DomainError(
    'TRANSACTION_LIMIT_EXCEEDED',
    `${item.path}.value.max_transaction_amount must not be more than ${agreed}, the limit of the mandate.`,
  );
}

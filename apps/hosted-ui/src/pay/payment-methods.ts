import type { AvailablePaymentMethod } from '../api/hosted-view.js';

/** What this page can take of what the server offers, in the server's order. */
export interface UsableMethods {
  /** One tap away: saved cards and a wallet pay, direct debit opens its steps. */
  readonly oneTap: readonly AvailablePaymentMethod[];
  /** For a card that the payer types; null when none is taken. */
  readonly newCard: AvailablePaymentMethod | null;
}

export function usableMethods(methods: readonly AvailablePaymentMethod[]): UsableMethods {
  const isSaved = ({ payment_method_id: id }: AvailablePaymentMethod) => Boolean(id);
  const isCard = ({ payment_method_type: type }: AvailablePaymentMethod) => type === 'CARD';
  const isWallet = ({ payment_method_type: type }: AvailablePaymentMethod) => type === 'WALLET';
  const firstWallet = methods.find(isWallet);
  const firstDebit = methods.find(({ payment_method_type: type }) => type === 'MANDATE');
  return {
    oneTap: methods.filter(
      (method) =>
        (isCard(method) && isSaved(method) && method.card) ||
        method === firstWallet ||
        method === firstDebit,
    ),
    newCard: methods.find((method) => isCard(method) && !isSaved(method)) ?? null,
  };
}

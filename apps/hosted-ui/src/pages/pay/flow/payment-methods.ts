import type { ApiFailure } from '../../../shared/api/api-answer.js';
import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';
import type { Notice } from './page-state.js';

/** The methods that a link counts its attempts by. */
export const LIMITED_TYPES = ['CARD', 'MANDATE'] as const;

export type LimitedType = (typeof LIMITED_TYPES)[number];

type Told = Pick<HostedView, 'used_up_payment_method_types'>;

/** Method types that the link no longer accepts; unlike a limit per address, this is permanent. */
export function usedUpTypes({ used_up_payment_method_types: told }: Told): LimitedType[] {
  return LIMITED_TYPES.filter((type) => told?.includes(type));
}

export function isUsedUp(
  { payment_method_type: type }: Pick<AvailablePaymentMethod, 'payment_method_type'>,
  view: Told,
): boolean {
  return usedUpTypes(view).some((usedUp) => usedUp === type);
}

/** The offered methods that this page supports, in the server's order. */
interface UsableMethods {
  /** One tap away: saved methods and a wallet pay, direct debit and transfer open their steps. */
  readonly oneTap: readonly AvailablePaymentMethod[];
  /** For a card that the payer types; null when none is taken. */
  readonly newCard: AvailablePaymentMethod | null;
}

export function usableMethods(methods: readonly AvailablePaymentMethod[]): UsableMethods {
  const isSaved = ({ payment_method_id: id }: AvailablePaymentMethod) => Boolean(id);
  const isCard = ({ payment_method_type: type }: AvailablePaymentMethod) => type === 'CARD';
  const isWallet = ({ payment_method_type: type }: AvailablePaymentMethod) => type === 'WALLET';
  const firstWallet = methods.find(isWallet);
  const isDebit = ({ payment_method_type: type }: AvailablePaymentMethod) => type === 'MANDATE';
  const firstDebit = methods.find((method) => isDebit(method) && !isSaved(method));
  const firstTransfer = methods.find(({ payment_method_type: type }) => type === 'MANUAL');
  return {
    oneTap: methods.filter(
      (method) =>
        (isCard(method) && isSaved(method) && method.card) ||
        (isDebit(method) && isSaved(method) && method.sender_account) ||
        method === firstWallet ||
        method === firstDebit ||
        method === firstTransfer,
    ),
    newCard: methods.find((method) => isCard(method) && !isSaved(method)) ?? null,
  };
}

/** The type of a method, and the ID of a stored one. */
export type MethodKind = Pick<AvailablePaymentMethod, 'payment_method_type' | 'payment_method_id'>;

/** The notice after a refused method: nothing was charged. */
export function refusalOf(
  { payment_method_type: type, payment_method_id: savedAs }: MethodKind,
  failure: ApiFailure,
): Notice {
  const code = failure.kind === 'refused' ? failure.errorCode : null;
  if (code === 'SURCHARGE_CHANGED') return { kind: 'surcharge_changed' };
  const hasEnded = code === 'INVALID_PAYMENT_METHOD_STATUS';
  const isSavedDebit = type === 'MANDATE' && Boolean(savedAs);
  return { kind: isSavedDebit && hasEnded ? 'debit_ended' : 'not_accepted' };
}

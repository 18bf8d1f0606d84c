import type { ApiFailure } from '../../../shared/api/api-answer.js';
import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';
import type { Notice } from './page-state.js';

/** The methods that a link counts its attempts by. */
export const LIMITED_TYPES = ['CARD', 'MANDATE'] as const;

type Limits = Pick<HostedView, 'used_up_payment_method_types'>;

/** Method types that the link no longer accepts; unlike a limit per address, this is permanent. */
export function usedUpTypes({ used_up_payment_method_types: usedUp }: Limits) {
  return LIMITED_TYPES.filter((type) => usedUp?.includes(type));
}

export function isUsedUp(
  { payment_method_type: type }: Pick<AvailablePaymentMethod, 'payment_method_type'>,
  view: Limits,
): boolean {
  return usedUpTypes(view).some((usedUp) => usedUp === type);
}

/**
 * The offered methods that this page supports, in the server's order. One tap away are saved methods
 * and a wallet, which pay, and direct debit and transfer, which open their steps.
 */
export function usableMethods(methods: readonly AvailablePaymentMethod[]) {
  const allOf = (wanted: AvailablePaymentMethod['payment_method_type']) =>
    methods.filter(({ payment_method_type: type }) => type === wanted);
  const isNew = ({ payment_method_id: savedAs }: AvailablePaymentMethod) => !savedAs;
  const opened = [allOf('WALLET')[0], allOf('MANDATE').find(isNew), allOf('MANUAL')[0]];
  return {
    oneTap: methods.filter((method) => isKnownSaved(method) || opened.includes(method)),
    /** For a card that the payer types; null when none is taken. */
    newCard: allOf('CARD').find(isNew) ?? null,
  };
}

function isKnownSaved(method: AvailablePaymentMethod): boolean {
  const { payment_method_type: type, payment_method_id: savedAs, card, sender_account } = method;
  return Boolean(savedAs && ((type === 'CARD' && card) || (type === 'MANDATE' && sender_account)));
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

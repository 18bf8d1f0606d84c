import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';

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

import type { AvailablePaymentMethod } from '../api/hosted-view.js';

/** The kinds of payment that this page has a screen for. */
const USABLE_TYPES: readonly string[] = ['CARD'];

/** The method to offer: the first one, in the server's order, that this page can take. */
export function usableMethod(
  methods: readonly AvailablePaymentMethod[],
): AvailablePaymentMethod | null {
  return methods.find((method) => USABLE_TYPES.includes(method.payment_method_type)) ?? null;
}

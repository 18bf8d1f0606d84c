import type { MandateNames } from './ports.js';

/** Column of `mandates` and the values in it that are meant. */
export function columnOf(names: MandateNames): [string, readonly string[]] {
  if ('mandateIds' in names) return ['mandate_id', names.mandateIds];
  if ('userId' in names) return ['user_id', [names.userId]];
  return ['payment_method_id', names.paymentMethodIds];
}

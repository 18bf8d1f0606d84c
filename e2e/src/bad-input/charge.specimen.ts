import type { World } from './world.js';

/** Uses every member but the mandate, which excludes the stored method. */
export const charge = ({ ids }: World) => ({
  amount: 100,
  currency: 'HKD',
  payment_method_id: ids.paymentMethodId,
  payment_details: {
    description: 'Rent',
    transaction_reference_id: 'old',
    external_transaction_reference: 'INV-1',
    recurring_payment_mode: 'VARIABLE_RECURRING',
  },
  metadata: { order: '1' },
});

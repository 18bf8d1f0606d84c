import * as dto from '@towpath/contracts/all';
import type { Specimen } from './operation-specimen.js';

/** Operations about payments that there are, and their refunds. */
export const payments: Readonly<Record<string, Specimen>> = {
  listPayments: { query: dto.ListPaymentsQuery },
  getPayment: { unknownId: 'PAYMENT_NOT_FOUND' },
  updatePayment: {
    unknownId: 'PAYMENT_NOT_FOUND',
    body: {
      type: dto.UpdatePaymentRequest,
      valid: () => ({ metadata: { order: '2' } }),
      mayBeEmpty: true,
    },
  },
  createRefund: {
    unknownId: 'PAYMENT_NOT_FOUND',
    body: {
      type: dto.CreateRefundRequest,
      // One unit: the payment of the world serves every test.
      valid: () => ({ amount: 1, reason: 'Bad input' }),
      mayBeEmpty: true,
    },
    refusals: { amount: 'REFUND_NOT_ALLOWED' },
  },
  listPaymentRefunds: { unknownId: 'PAYMENT_NOT_FOUND', query: dto.PageQuery },
  getRefund: { unknownId: 'REFUND_NOT_FOUND' },
};

import * as dto from '@towpath/contracts';
import type { Specimen } from './specimens.js';

/** Operations about refunds. */
export const refunds: Readonly<Record<string, Specimen>> = {
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

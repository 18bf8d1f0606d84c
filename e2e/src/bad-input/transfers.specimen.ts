import * as dto from '@towpath/contracts/all';
import type { Specimen } from './operation-specimen.js';

/** Testing operations about money that is transferred. */
export const transfers: Readonly<Record<string, Specimen>> = {
  createTestIncomingTransfer: {
    body: {
      type: dto.CreateTestIncomingTransferRequest,
      valid: () => ({ reference: 'rent March', amount: 1, currency: 'HKD' }),
    },
    refusals: { currency: 'CURRENCY_MISMATCH' },
  },
  updateTestPaymentStatus: {
    unknownId: 'PAYMENT_NOT_FOUND',
    ownId: ({ manualPaymentId }) => manualPaymentId,
    body: {
      type: dto.UpdateTestPaymentStatusRequest,
      valid: () => ({ status: 'EXECUTED' }),
    },
  },
};

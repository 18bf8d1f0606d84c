import * as dto from '@towpath/contracts';
import type { Specimen } from './specimens.js';

/** Operations about disputes. */
export const disputes: Readonly<Record<string, Specimen>> = {
  listDisputes: { query: dto.ListDisputesQuery },
  getDispute: { unknownId: 'DISPUTE_NOT_FOUND' },
  getDisputeHistory: { unknownId: 'DISPUTE_NOT_FOUND' },
  submitDispute: { unknownId: 'DISPUTE_NOT_FOUND' },
  acceptDispute: {
    unknownId: 'DISPUTE_NOT_FOUND',
    ownId: ({ otherDisputeId }) => otherDisputeId,
  },
  createTestDispute: {
    body: {
      type: dto.CreateTestDisputeRequest,
      valid: ({ ids }) => ({ payment_id: ids.paymentId, amount: 1, is_defendable: true }),
      names: ['payment_id'],
    },
    refusals: { payment_id: 'PAYMENT_NOT_FOUND' },
  },
  createTestDisputeEvent: {
    unknownId: 'DISPUTE_NOT_FOUND',
    body: { type: dto.CreateTestDisputeEventRequest, valid: () => ({ event: 'WON' }) },
  },
  receiveProcessorNotification: {},
};

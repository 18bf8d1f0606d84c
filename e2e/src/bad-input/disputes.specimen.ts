import * as dto from '@towpath/contracts/all';
import type { Specimen } from './operation-specimen.js';

/** A form with a file. */
const RECEIPT = {
  type: 'multipart/form-data; boundary=x',
  body: [
    '--x',
    'content-disposition: form-data; name="file"; filename="receipt.pdf"',
    '',
    '%PDF-1.7',
    '--x--',
    '',
  ].join('\r\n'),
};

/** Operations about disputes. */
export const disputes: Readonly<Record<string, Specimen>> = {
  listDisputes: { query: dto.ListDisputesQuery },
  getDispute: { unknownId: 'DISPUTE_NOT_FOUND' },
  getDisputeHistory: { unknownId: 'DISPUTE_NOT_FOUND' },
  addDisputeEvidence: { unknownId: 'DISPUTE_NOT_FOUND', raw: RECEIPT },
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
  receiveProcessorNotificationOfAccount: {},
};

import { defineEvent } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { BillEventPayload } from './bill.payload.js';

const definition = {
  version: 1,
  owner: 'payment-link',
  aggregate: 'bill',
  payload: BillEventPayload,
  key: (payload: BillEventPayload) => payload.bill_id,
} as const;

const arrived: BillEventPayload = {
  bill_id: EXAMPLE.bill_id,
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  previous_status: null,
  status: 'UNPAID',
  amount: 12500,
  currency: 'HKD',
  user_id: EXAMPLE.user_id,
  external_user_id: EXAMPLE.external_user_id,
  metadata: EXAMPLE.metadata,
};
const open = { ...arrived, previous_status: 'UNPAID' } as const;

export const billCreated = defineEvent({
  ...definition,
  name: 'bill.created',
  description: 'A bill arrived from the external integration.',
  example: arrived,
});

export const billChanged = defineEvent({
  ...definition,
  name: 'bill.changed',
  description: 'The bill was changed at its source before it was paid.',
  example: open,
});

export const billPaid = defineEvent({
  ...definition,
  name: 'bill.paid',
  description: 'What its payments brought in and left reaches what is due.',
  example: { ...open, status: 'PAID' },
});

export const billFailed = defineEvent({
  ...definition,
  name: 'bill.failed',
  description: 'A charge for the bill failed.',
  example: { ...open, status: 'FAILED', error: EXAMPLE.error },
});

export const billRetried = defineEvent({
  ...definition,
  name: 'bill.retried',
  description: 'Another payment of the bill started after one had failed.',
  example: { ...arrived, previous_status: 'FAILED' },
});

export const billCancelled = defineEvent({
  ...definition,
  name: 'bill.cancelled',
  description: 'The bill was withdrawn at its source.',
  example: { ...open, status: 'CANCELLED', reason: 'withdrawn at its source' },
});

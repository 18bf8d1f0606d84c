import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { BillEventPayload } from './bill.payload.js';

const define = eventsOf('bill', { payload: BillEventPayload, key: (payload) => payload.bill_id });

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

export const billCreated = define('bill.created', {
  description: 'A bill arrived from the external integration.',
  example: arrived,
});

export const billChanged = define('bill.changed', {
  description: 'The bill was changed at its source before it was paid.',
  example: open,
});

export const billPaid = define('bill.paid', {
  description: 'What its payments brought in and left reaches what is due.',
  example: { ...open, status: 'PAID' },
});

export const billFailed = define('bill.failed', {
  description: 'A charge for the bill failed.',
  example: { ...open, status: 'FAILED', error: EXAMPLE.error },
});

export const billRetried = define('bill.retried', {
  description: 'Another payment of the bill started after one had failed.',
  example: { ...arrived, previous_status: 'FAILED' },
});

export const billCancelled = define('bill.cancelled', {
  description: 'The bill was withdrawn at its source.',
  example: { ...open, status: 'CANCELLED', reason: 'withdrawn at its source' },
});

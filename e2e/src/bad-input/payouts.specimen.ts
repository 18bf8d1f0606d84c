import {
  CreatePayoutRequest,
  CreateScheduledPayoutRequest,
  ListPayoutsQuery,
} from '@towpath/contracts/payment-link';
import type { Specimen } from './operation-specimen.js';
import type { World } from './world.js';

const ACCOUNTS = ['sender_account.account_id', 'recipient_account.account_id'] as const;

const payout = ({ accountId, ids }: World) => ({
  amount: 100,
  currency: 'HKD',
  confirm: true,
  payment_details: { description: 'March', external_transaction_reference: 'PAYOUT-1' },
  sender_account: { account_id: accountId },
  recipient_account: { account_id: ids.senderAccountId },
  metadata: { order: '1' },
});

const scheduled = ({ chargeableMandateId, ids }: World) => ({
  amount: 100,
  currency: 'HKD',
  recipient_account: { account_id: ids.senderAccountId },
  payment_details: {
    mandate_id: chargeableMandateId,
    scheduled_date: '2060-04-01',
    description: 'March',
  },
  metadata: { order: '1' },
});

export const payouts: Readonly<Record<string, Specimen>> = {
  createPayout: {
    body: { type: CreatePayoutRequest, valid: payout, names: ACCOUNTS },
    refusals: { currency: 'CURRENCY_MISMATCH' },
  },
  createScheduledPayout: {
    body: {
      type: CreateScheduledPayoutRequest,
      valid: scheduled,
      names: ['recipient_account.account_id', 'payment_details.mandate_id'],
    },
    refusals: { currency: 'CURRENCY_MISMATCH' },
  },
  listPayouts: { query: ListPayoutsQuery },
  getPayoutById: { unknownId: 'PAYOUT_NOT_FOUND' },
  confirmPayout: { unknownId: 'PAYOUT_NOT_FOUND' },
  cancelPayout: { unknownId: 'PAYOUT_NOT_FOUND', ownId: ({ otherPayoutId }) => otherPayoutId },
};

import {
  AuthorizeMandateRequest,
  CreateMandateForSenderRequest,
  CreateMandateRequest,
  ListMandatesQuery,
  UpdateTestMandateStatusRequest,
} from '@towpath/contracts/mandate';
import { paymentOrder } from '@towpath/testing';
import type { Specimen } from './operation-specimen.js';
import type { World } from './world.js';

const terms = ({ accountId }: World) => ({
  recipient_account: { account_id: accountId },
  mandate_details: {
    currency: 'HKD',
    start_date: '2030-01-01',
    end_date: '2031-01-01',
    description: 'Rent',
    payment_schedule: { amount: 100, frequency: 'MONTHLY' },
    transaction_limits: {
      max_transaction_amount: 10,
      max_period_amount: 100,
      max_period_count: 10,
      period: 'MONTHLY',
    },
  },
  metadata: { order: '1' },
});

const ofSender = (world: World) => ({
  ...terms(world),
  sender: {
    email: 'tm@example.com',
    name: 'Chan Tai Man',
    external_user_id: paymentOrder().sender.external_user_id,
    user_type: 'INDIVIDUAL',
    user_details: [{ details_type: 'PASSPORT', values: ['K1234567'] }],
  },
});

const onAccount = (world: World) => ({
  ...terms(world),
  sender_account: { account_id: world.ids.senderAccountId },
});

/** Mandates as a customer app asks for them, and their life at the bank. */
export const mandates: Readonly<Record<string, Specimen>> = {
  createMandate: {
    body: {
      type: CreateMandateRequest,
      valid: ofSender,
      names: ['recipient_account.account_id'],
    },
    refusals: { 'mandate_details.currency': 'CURRENCY_MISMATCH' },
  },
  createMandateForExistingSender: {
    body: {
      type: CreateMandateForSenderRequest,
      valid: onAccount,
      names: ['recipient_account.account_id', 'sender_account.account_id'],
    },
    refusals: { 'mandate_details.currency': 'CURRENCY_MISMATCH' },
  },
  listMandates: { query: ListMandatesQuery },
  getMandate: { unknownId: 'MANDATE_NOT_FOUND' },
  listDetokenizedMandates: { query: ListMandatesQuery },
  authorizeMandate: {
    unknownId: 'MANDATE_NOT_FOUND',
    body: { type: AuthorizeMandateRequest, valid: () => ({ enduser_consent: true }) },
  },
  updateTestMandateStatus: {
    unknownId: 'MANDATE_NOT_FOUND',
    body: { type: UpdateTestMandateStatusRequest, valid: () => ({ status: 'SUCCEEDED' }) },
  },
  receiveDirectDebitCallback: {},
  receiveDirectDebitCallbackOfAccount: {},
};

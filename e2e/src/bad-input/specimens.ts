import * as dto from '@towpath/contracts/all';
import { operations, type Operation } from '@towpath/contracts';
import { paymentOrder } from '@towpath/testing';
import { accountData } from './account-data.specimen.js';
import { books } from './books.specimen.js';
import { charge } from './charge.specimen.js';
import { disputes } from './disputes.specimen.js';
import { externalAccounts } from './external-accounts.specimen.js';
import { importedMethods } from './imported-methods.specimen.js';
import { mandateAuthorization } from './mandate-authorization.specimen.js';
import { mandates } from './mandates.specimen.js';
import { payments } from './payments.specimen.js';
import { payouts } from './payouts.specimen.js';
import { transfers } from './transfers.specimen.js';
import { webhooks } from './webhooks.specimen.js';
import type { Specimen } from './operation-specimen.js';

const extMetadata = {
  corp_code: 'corp',
  s_location_code: 'loc',
  tenant_id: 'tenant',
  account_token: 'tok',
  i_anniv_days: 5,
  unit_type_id: 'unit',
};

const setupOptions = {
  future_payments: 'AUTOPAY',
  payment_method_types: ['CARD'],
  recipient_account_filters: { business_unit: 'HKD' },
  autopay_enrollment_configuration: {
    display_enrollment_screen: true,
    enrollment_prefill_value: 'YES',
  },
  recurring_payment_mode: 'VARIABLE_RECURRING',
  mandate_details: {
    start_date: '2030-01-01',
    end_date: '2031-01-01',
    description: 'Rent',
    transaction_limits: {
      max_transaction_amount: 10,
      max_period_amount: 100,
      max_period_count: 10,
      period: 'MONTHLY',
    },
  },
};

const linkOrder = () => ({
  ...paymentOrder(),
  link_customizations: {
    language: 'en',
    ui_mode: 'redirect',
    redirect_uri: 'https://shop.example.com/return',
  },
  payment_setup_options: setupOptions,
  metadata: { order: '1' },
  payment_metadata: { order: '1' },
  integration_metadata: { integration_id: 'EXT', ext_metadata: extMetadata },
});

const paymentUser = () => ({
  name: 'Chan Tai Man',
  external_user_id: paymentOrder().sender.external_user_id,
  user_type: 'INDIVIDUAL',
  email: 'tm@example.com',
  user_details: [{ details_type: 'PASSPORT', values: ['K1234567'] }],
  metadata: { vip: 'yes' },
  autopay_consent: false,
  integration_metadata: {
    integration_id: 'EXT',
    ext_metadata: { ...extMetadata, tenant_default_currency: 'HKD' },
  },
});

const card = {
  token: 'tok_unknown',
  brand: 'Visa',
  last4: '4242',
  expiry_month: 12,
  expiry_year: 2034,
  country: 'HK',
  funding: 'CREDIT',
};

/** One for every operation that is built; a spec fails for one that is missing here. */
export const SPECIMENS: Readonly<Record<string, Specimen>> = {
  generateCustomerAccessToken: {
    body: {
      type: dto.CustomerTokenRequest,
      valid: ({ merchant }) => ({
        client_id: merchant.credentials.client_id,
        client_secret: merchant.credentials.client_secret,
        grant_type: 'client_credentials',
      }),
    },
  },
  getTestClock: {},
  updateTestClock: {
    body: {
      type: dto.UpdateTestClockRequest,
      valid: () => ({ advance_seconds: 1, frozen: false }),
    },
  },
  CreatePaymentLink: {
    body: {
      type: dto.CreatePaymentLinkRequest,
      valid: linkOrder,
      names: ['payment_setup_options.recipient_account_filters.business_unit'],
    },
  },
  GetPaymentLink: { unknownId: 'PAYMENT_LINK_NOT_FOUND' },
  CancelPaymentLink: { unknownId: 'PAYMENT_LINK_NOT_FOUND' },
  openHostedPaymentSession: {
    body: {
      type: dto.OpenHostedSessionRequest,
      valid: ({ linkToken }) => ({ token: linkToken }),
    },
  },
  extendHostedPaymentSession: {},
  getHostedPaymentView: {},
  listHostedPaymentMethods: {},
  selectHostedPaymentMethod: {
    body: {
      type: dto.SelectPaymentMethodRequest,
      valid: ({ accountId, ids }) => ({
        payment_account_id: accountId,
        payment_method_type: 'CARD',
        payment_method_id: ids.paymentMethodId,
        surcharge_amount: 0,
      }),
      names: ['payment_account_id', 'payment_method_id'],
    },
    refusals: { surcharge_amount: 'SURCHARGE_CHANGED' },
  },
  submitHostedCard: {
    body: {
      type: dto.SubmitCardRequest,
      valid: ({ attemptId }) => ({
        attempt_id: attemptId,
        card,
        browser: { language: 'en', screen: '390x844' },
      }),
    },
  },
  submitHostedPaymentMethod: {
    body: {
      type: dto.SubmitPaymentMethodRequest,
      valid: ({ attemptId }) => ({ attempt_id: attemptId }),
      names: ['attempt_id'],
    },
  },
  answerHostedAutopayEnrollment: {
    body: { type: dto.AutopayEnrollmentRequest, valid: () => ({ autopay_consent: true }) },
  },
  changeHostedPaymentMethod: {},
  receiveCardCallback: {},
  receiveCardCallbackOfAccount: {},
  createPaymentUser: { body: { type: dto.CreatePaymentUserRequest, valid: paymentUser } },
  getPaymentUser: { unknownId: 'PAYMENT_USER_NOT_FOUND' },
  updatePaymentUser: {
    unknownId: 'PAYMENT_USER_NOT_FOUND',
    body: {
      type: dto.UpdatePaymentUserRequest,
      mayBeEmpty: true,
      valid: () => {
        const { name, email, metadata, user_type, autopay_consent } = paymentUser();
        const next_bill_update = '2030-01-01T00:00:00Z';
        return { name, email, metadata, user_type, autopay_consent, next_bill_update };
      },
    },
  },
  ...externalAccounts,
  listPaymentAccountsWithEnrichedData: { query: dto.ListPaymentAccountsQuery },
  listPaymentMethods: { unknownId: 'PAYMENT_USER_NOT_FOUND' },
  ...importedMethods,
  getPaymentMethod: { unknownId: 'PAYMENT_METHOD_NOT_FOUND' },
  cancelPaymentMethod: { unknownId: 'PAYMENT_METHOD_NOT_FOUND' },
  ...mandates,
  startHostedChallenge: { needsQuery: true },
  returnFromHostedChallenge: { needsQuery: true },
  ...books,
  ...disputes,
  ...accountData,
  ...mandateAuthorization,
  createPayment: {
    body: {
      type: dto.CreatePaymentRequest,
      valid: charge,
      names: ['payment_method_id', 'payment_details.mandate_id'],
    },
    refusals: { currency: 'CURRENCY_MISMATCH' },
  },
  ...payments,
  ...payouts,
  ...transfers,
  getTestProcessorLedger: {},
  // Reference data: no paging, no IDs of a customer app; its own specs hold its bad input.
  listInstitutions: {},
  getInstitutionsForCustomer: {},
  getInstitution: {},
  ...webhooks,
};

export interface Subject {
  readonly operation: Operation;
  readonly specimen: Specimen;
}

/** The built operations, each with its specimen. */
export const SUBJECTS: readonly Subject[] = operations
  .filter(({ built }) => built)
  .map((operation) => ({ operation, specimen: SPECIMENS[operation.id] ?? {} }));

/** Rows of a table test: the operation's name first. */
export function rowsOf(subjects: readonly Subject[]): [string, Subject][] {
  return subjects.map((subject) => [subject.operation.id, subject]);
}

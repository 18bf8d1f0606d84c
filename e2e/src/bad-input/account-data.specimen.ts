import {
  CreateLinkRequest,
  LinkActionRequest,
  LinkTokenRequest,
  ListTransactionsQuery,
  RefreshLoginIdentityRequest,
  RelinkRequest,
  StartHostedLoginRequest,
} from '@towpath/contracts/account-data';
import { RefreshTokenRequest } from '@towpath/contracts/gateway';
import { sealedLogin } from './linked-login.js';
import { REDIRECT_URI } from './redirect-uri.js';
import type { Specimen } from './operation-specimen.js';

const ACCOUNT_ID = { unknownId: 'ACCOUNT_NOT_FOUND' } as const;
const LOGIN_IDENTITY_ID = { unknownId: 'LOGIN_IDENTITY_NOT_FOUND' } as const;
/** Otherwise the answer leads to the file. */
const LINK_AS_JSON = { usualQuery: '?redirect=false' } as const;

/** Bank logins in the customer app's own user interface, and what they open. */
export const accountData: Readonly<Record<string, Specimen>> = {
  // A form, and codes of the hosted page: their own specs hold their bad input.
  token: {},
  refreshToken: {
    body: { type: RefreshTokenRequest, valid: () => ({ refresh_token: 'rt_unknown' }) },
  },
  getCredSubmitJwks: {},
  generateLinkToken: {
    body: {
      type: LinkTokenRequest,
      valid: ({ merchant }) => ({
        grant_type: 'client_credentials',
        response_type: 'code',
        response_mode: 'query',
        client_id: merchant.credentials.client_id,
        redirect_uri: REDIRECT_URI,
        user_id: 'customer-42',
        state: 'state',
        scope: 'account',
        link_mode: 'test',
        ui_mode: 'redirect',
        language: 'en',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        customization_id: 'blue',
        institution_id: 'testbank',
        countries: ['HKG'],
        user_type: ['INDIVIDUAL'],
        products_supported: ['ACCOUNTS'],
        products_requested: ['ACCOUNTS'],
        payment_instruction_id: 'old',
        automatic_data_refresh: 'OFF',
        institution_status: 'supported',
        user_configs: { ada_account_number: '1' },
        history_date_limit: '2026-01-01',
      }),
      names: [
        'client_id',
        'redirect_uri',
        'login_identity_id',
        'institution_id',
        'link_mode',
        'institution_status',
        'code_challenge_method',
        'countries',
        'products_supported',
        'products_requested',
      ],
    },
    refusals: {
      redirect_uri: 'INVALID_REDIRECT_URI',
      institution_id: 'INSTITUTION_NOT_FOUND',
      login_identity_id: 'LOGIN_IDENTITY_NOT_FOUND',
    },
  },
  openHostedLinkSession: {},
  extendHostedLinkSession: {},
  getHostedLinkView: {},
  // Reference data without paging; its own specs hold its bad input.
  listHostedLinkInstitutions: {},
  getHostedLinkConsent: { usualQuery: '?institution_id=testbank' },
  startHostedLogin: {
    body: {
      type: StartHostedLoginRequest,
      // Another text than the one that is shown: no login begins.
      valid: ({ linkKey }) => ({
        institution_id: 'testbank',
        consent: { version: 'link-1', sha256: 'a'.repeat(64) },
        store_credentials: false,
        automatic_data_refresh: false,
        encrypted_credentials: sealedLogin(linkKey),
      }),
      names: ['institution_id'],
    },
    refusals: { institution_id: 'INSTITUTION_NOT_FOUND' },
  },
  // At a page without a login there is no action to answer.
  answerHostedAction: {
    body: {
      type: LinkActionRequest,
      valid: ({ linkKey }) => ({
        action_id: 'unknown',
        encrypted_credentials: sealedLogin(linkKey),
      }),
    },
  },
  finishHostedLink: {},
  leaveHostedLink: {},
  startLinkInstitutionLogin: { needsQuery: true },
  returnFromLinkInstitution: { needsQuery: true },
  createLink: {
    body: {
      type: CreateLinkRequest,
      valid: ({ linkKey }) => ({
        institution_id: 'testbank',
        user_id: 'customer-42',
        consent: true,
        products_requested: ['ACCOUNTS'],
        store_credentials: false,
        encrypted_credentials: sealedLogin(linkKey),
        payment_instruction_id: 'old',
      }),
    },
  },
  // Without an ID: a login that is answered by nobody has no action to take.
  linkAction: {
    body: {
      type: LinkActionRequest,
      valid: ({ linkKey }) => ({
        action_id: 'unknown',
        encrypted_credentials: sealedLogin(linkKey),
      }),
    },
  },
  linkStatus: LOGIN_IDENTITY_ID,
  relinkV2: {
    ...LOGIN_IDENTITY_ID,
    body: {
      type: RelinkRequest,
      valid: ({ linkKey }) => ({
        consent: true,
        store_credential: false,
        encrypted_credentials: sealedLogin(linkKey),
      }),
    },
  },
  getLoginIdentity: {},
  getLoginIdentityById: LOGIN_IDENTITY_ID,
  getLoginIdentityHistory: LOGIN_IDENTITY_ID,
  refreshLoginIdentity: {
    body: {
      type: RefreshLoginIdentityRequest,
      // With the user: nothing begins, so the data of the other rows stays.
      valid: () => ({
        user_present: true,
        link_customizations: {
          language: 'en',
          ui_mode: 'redirect',
          redirect_uri: REDIRECT_URI,
          state: 'state',
          history_date_limit: '2026-01-01',
        },
      }),
      optional: true,
    },
  },
  deleteLoginIdentity: {},
  listAccounts: {},
  getAccount: ACCOUNT_ID,
  getAccountNumber: ACCOUNT_ID,
  getBalanceHistory: ACCOUNT_ID,
  listCardDetails: {},
  listTransactionsByLoginIdentityId: { query: ListTransactionsQuery },
  listTransactionsByAccountId: { ...ACCOUNT_ID, query: ListTransactionsQuery },
  getStatements: {},
  getStatement: { unknownId: 'STATEMENT_NOT_FOUND', ...LINK_AS_JSON },
  // What opens a file is its signature: the specs of statements hold its bad input.
  downloadStatementFile: { needsQuery: true },
  getCompositeStatement: LINK_AS_JSON,
  getIdentity: {},
  getIncomeEstimateByLoginIdentityId: {},
};

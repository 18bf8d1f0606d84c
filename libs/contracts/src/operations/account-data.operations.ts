import { defineOperations } from './operation.js';

const statuses = [200, 400, 500];
const file = [200, 307, 400, 500];

export const accountDataOperations = defineOperations(
  { service: 'account-data', area: 'Account data', kinds: ['login_identity'], envelope: 'E1' },
  {
    listAccounts: {
      route: 'GET /accounts',
      scope: 'account',
      statuses,
      summary: 'List accounts',
    },
    getAccount: {
      route: 'GET /accounts/{accountId}',
      scope: 'account',
      statuses,
      summary: 'Read an account',
    },
    getAccountNumber: {
      route: 'GET /account_numbers/{accountId}',
      scope: 'account_number',
      statuses,
      summary: 'Read an account number',
    },
    getBalanceHistory: {
      route: 'GET /balance_history/{accountId}',
      scope: 'balance_history',
      statuses,
      summary: 'Read the balance history of an account',
    },
    listCardDetails: {
      route: 'GET /card_details',
      scope: 'card:get',
      envelope: 'E3',
      statuses,
      summary: 'Read card accounts and their totals',
    },
    listTransactionsByLoginIdentityId: {
      route: 'GET /transactions',
      scope: 'transaction',
      statuses,
      summary: 'List transactions of all accounts',
    },
    listTransactionsByAccountId: {
      route: 'GET /transactions/{accountId}',
      scope: 'transaction',
      statuses,
      summary: 'List transactions of an account',
    },
    getStatements: {
      route: 'GET /statements',
      scope: 'statement:read',
      statuses,
      summary: 'List statements',
    },
    getStatement: {
      route: 'GET /statements/{statementId}',
      scope: 'statement:read',
      statuses: file,
      summary: 'Download a statement',
    },
    downloadStatementFile: {
      route: 'GET /files/{file}',
      kinds: 'public',
      envelope: 'E3',
      streams: true,
      statuses,
      summary: 'Download a file by its signed link',
    },
    getCompositeStatement: {
      route: 'GET /composite_statement',
      scope: 'composite_statement',
      statuses: file,
      summary: 'Download all statements as one file',
    },
    getIdentity: {
      route: 'GET /identity',
      scope: 'identity',
      statuses,
      summary: 'Read identity data',
    },
    getIncomeEstimateByLoginIdentityId: {
      route: 'GET /income',
      scope: 'income:get',
      statuses,
      summary: 'Read the income estimate',
    },
  },
);

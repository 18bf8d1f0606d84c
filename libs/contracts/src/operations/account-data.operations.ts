import { defineOperations } from './operation.js';

const statuses = [200, 400, 500];
const file = [200, 307, 400, 500];

export const accountDataOperations = defineOperations(
  { service: 'account-data', area: 'Account data', kinds: ['login_identity'], envelope: 'E1' },
  [
    {
      id: 'listAccounts',
      route: 'GET /accounts',
      scope: 'account',
      statuses,
      summary: 'List accounts',
    },
    {
      id: 'getAccount',
      route: 'GET /accounts/{accountId}',
      scope: 'account',
      statuses,
      summary: 'Read an account',
    },
    {
      id: 'getAccountNumber',
      route: 'GET /account_numbers/{accountId}',
      scope: 'account_number',
      statuses,
      summary: 'Read an account number',
    },
    {
      id: 'getBalanceHistory',
      route: 'GET /balance_history/{accountId}',
      scope: 'balance_history',
      statuses,
      summary: 'Read the balance history of an account',
    },
    {
      id: 'listCardDetails',
      route: 'GET /card_details',
      scope: 'card:get',
      envelope: 'E3',
      statuses,
      summary: 'Read card accounts and their totals',
    },
    {
      id: 'listTransactionsByLoginIdentityId',
      route: 'GET /transactions',
      scope: 'transaction',
      statuses,
      summary: 'List transactions of all accounts',
    },
    {
      id: 'listTransactionsByAccountId',
      route: 'GET /transactions/{accountId}',
      scope: 'transaction',
      statuses,
      summary: 'List transactions of an account',
    },
    {
      id: 'getStatements',
      route: 'GET /statements',
      scope: 'statement:read',
      statuses,
      summary: 'List statements',
    },
    {
      id: 'getStatement',
      route: 'GET /statements/{statementId}',
      scope: 'statement:read',
      statuses: file,
      summary: 'Download a statement',
    },
    {
      id: 'downloadStatementFile',
      route: 'GET /files/{file}',
      kinds: 'public',
      envelope: 'E3',
      streams: true,
      statuses,
      summary: 'Download a file by its signed link',
    },
    {
      id: 'getCompositeStatement',
      route: 'GET /composite_statement',
      scope: 'composite_statement',
      statuses: file,
      summary: 'Download all statements as one file',
    },
    {
      id: 'getIdentity',
      route: 'GET /identity',
      scope: 'identity',
      statuses,
      summary: 'Read identity data',
    },
    {
      id: 'getIncomeEstimateByLoginIdentityId',
      route: 'GET /income',
      scope: 'income:get',
      statuses,
      summary: 'Read the income estimate',
    },
  ],
);

import { fieldNamesOf, type ContractClass } from '../fields/index.js';
import * as classes from '../http/all/index.js';
import { filterComplaint, listParametersOf } from './list-parameters.js';
import { operations } from './operations.js';

const QUERIES: Readonly<Record<string, ContractClass>> = {
  listPayments: classes.ListPaymentsQuery,
  listPayouts: classes.ListPayoutsQuery,
  listBills: classes.ListBillsQuery,
  listDisputes: classes.ListDisputesQuery,
  listPaymentRefunds: classes.PageQuery,
  downloadBalanceStatement: classes.LedgerStatementQuery,
  listPaymentAccountsWithEnrichedData: classes.ListPaymentAccountsQuery,
  listMandates: classes.ListMandatesQuery,
  listDetokenizedMandates: classes.ListMandatesQuery,
  listWebhookEndpoints: classes.ListWebhookEndpointsQuery,
  listWebhookEvents: classes.ListWebhookEventsQuery,
  listTransactionsByLoginIdentityId: classes.ListTransactionsQuery,
  listTransactionsByAccountId: classes.ListTransactionsQuery,
  getBalanceHistory: classes.BalanceHistoryQuery,
  listInstitutions: classes.ListInstitutionsQuery,
  getInstitutionsForCustomer: classes.SessionInstitutionsQuery,
};

describe('the parameters of lists', () => {
  const withParameters = operations.filter(({ id }) => (listParametersOf(id) ?? []).length > 0);

  it.each(withParameters.map(({ id }) => [id]))('of %s are those of its query class', (id) => {
    expect(QUERIES[id]).toBeDefined();
    const expected = fieldNamesOf(QUERIES[id]!);
    expect(listParametersOf(id)!.toSorted()).toEqual(expected.toSorted());
  });

  it('are known for every operation whose name says that it lists', () => {
    const ofPages = /^list(Hosted.*Institutions|HostedPaymentMethods)$/;
    const lists = operations.filter(({ id }) => id.startsWith('list') && !ofPages.test(id));
    expect(lists.filter(({ id }) => listParametersOf(id) === undefined)).toEqual([]);
    expect(listParametersOf('constructor')).toBeUndefined();
  });
});

describe('an undeclared parameter of a list', () => {
  const declared = ['offset', 'limit', 'statuses', 'date_from', 'user_id', 'currencies', 'after'];

  it.each([
    ['status', 'statuses'],
    ['STATUSES', 'statuses'],
    ['statuses[a]', 'statuses'],
    ['dateFrom', 'date_from'],
    ['date_fron', 'date_from'],
    ['date_form', 'date_from'],
    ['date-from', 'date_from'],
    ['user_ids', 'user_id'],
    ['currency', 'currencies'],
    ['limits', 'limit'],
    ['ofset', 'offset'],
  ])('%s is treated as a misspelt %s', (sent, meant) => {
    expect(filterComplaint(sent, declared)).toBe(`is not a parameter of this list; ${meant} is`);
  });

  it.each(['mandate_id', 'event_types', 'event_types[]', 'created_to', 'source'])(
    '%s is refused as a filter of another list',
    (sent) => expect(filterComplaint(sent, declared)).toBe('is not a filter of this list'),
  );

  it.each([
    '_',
    'page',
    'sort',
    'cursor',
    'utm_source',
    'x',
    '',
    '[]',
    'state',
    'format',
    'locale',
  ])('"%s" is ignored', (sent) => expect(filterComplaint(sent, declared)).toBeUndefined());
});

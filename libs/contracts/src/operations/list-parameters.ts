const PAGE = ['offset', 'limit', 'after'];
const CHANGED = ['date_from', 'date_to'];

/**
 * The query parameters of each operation that answers a list. A spec compares them with the query
 * classes, which a service loads for its own lists only.
 */
const LIST_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  listPayments: [
    ...PAGE,
    ...CHANGED,
    ...['statuses', 'sender_type', 'user_id', 'institution_id', 'payment_type', 'payment_types'],
    ...['mandate_id', 'currency', 'currencies'],
  ],
  listPayouts: [
    ...PAGE,
    ...CHANGED,
    ...['statuses', 'currencies', 'payout_types', 'mandate_id', 'sender_account_id'],
    ...['recipient_account_id', 'recipient_user_id', 'recipient_external_user_id'],
  ],
  listBills: [...PAGE, ...CHANGED, 'statuses', 'user_id', 'external_user_id', 'currencies'],
  listDisputes: [...PAGE, ...CHANGED, 'statuses'],
  listPaymentRefunds: PAGE,
  downloadBalanceStatement: [...CHANGED, 'currencies', 'format'],
  listPaymentAccountsWithEnrichedData: [...PAGE, 'account_type', 'currencies'],
  listPaymentAccounts: [],
  listPaymentMethods: [],
  listMandates: [...PAGE, ...CHANGED, 'statuses', 'sender_type', 'user_id', 'institution_id'],
  listDetokenizedMandates: [
    ...PAGE,
    ...CHANGED,
    ...['statuses', 'sender_type', 'user_id', 'institution_id'],
  ],
  listWebhookEndpoints: PAGE,
  listWebhookEvents: [
    ...['limit', 'after', 'event_types', 'statuses', 'webhook_endpoint_id', 'resource_id'],
    ...['created_from', 'created_to'],
  ],
  listWebhookEventAttempts: [],
  listWebhookEventTypes: [],
  listAccounts: [],
  listCardDetails: [],
  listTransactionsByLoginIdentityId: [...PAGE, 'enrichments'],
  listTransactionsByAccountId: [...PAGE, 'enrichments'],
  getStatements: [],
  getBalanceHistory: ['source'],
  listInstitutions: ['country', 'countries', 'products_supported', 'institution_type'],
  getInstitutionsForCustomer: [
    ...['countries', 'user_type', 'institution_status', 'products_supported', 'institution_id'],
    'search',
  ],
};

/** What a list may leave out without answering more than was asked for. */
const NO_FILTERS: readonly string[] = [...PAGE, 'enrichments', 'format'];
const FILTERS = new Set(
  Object.values(LIST_PARAMETERS)
    .flat()
    .filter((name) => !NO_FILTERS.includes(name)),
);
const INDEXED = /\[\d*\]$/;
/** Below this length a typo would match almost anything. */
const SHORTEST_MISSPELT = 5;

/** The parameters of the operation; undefined when it answers no list. */
export function listParametersOf(operationId: string): readonly string[] | undefined {
  return Object.hasOwn(LIST_PARAMETERS, operationId) ? LIST_PARAMETERS[operationId] : undefined;
}

/** `statuses` for `statuses[]` and `statuses[0]`, which generated clients send. */
export function parameterNameOf(sent: string): string {
  return sent.replace(INDEXED, '');
}

/**
 * Why an undeclared parameter would let through more than its sender wants, completing
 * "<parameter> …": it filters another list, or misspells a parameter of this one. Undefined for all
 * others, which are ignored.
 */
export function filterComplaint(sent: string, declared: readonly string[]): string | undefined {
  const name = parameterNameOf(sent);
  const meant = declared.find((known) => isMisspelt({ sent: name, name: known }));
  if (meant !== undefined) return `is not a parameter of this list; ${meant} is`;
  return FILTERS.has(name) ? 'is not a filter of this list' : undefined;
}

/** Another case or number, another separator, or one letter missing, added, wrong or swapped. */
function isMisspelt({ sent, name }: { readonly sent: string; readonly name: string }): boolean {
  const [given, known] = [lettersOf(sent), lettersOf(name)];
  if (stemOf(given) === stemOf(known)) return true;
  return given.length >= SHORTEST_MISSPELT && differByATypo([given, known]);
}

function lettersOf(name: string): string {
  return name
    .replace(/\[.*\]$/, '')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
}

/** The same for singular and plural. */
function stemOf(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?:e?s)*e?$/, '');
}

/** Removes what the words start and end with alike: a typo leaves one letter, or two in turn. */
function differByATypo([a, b]: readonly [string, string]): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [one, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwapped = one.length === 2 && one.charAt(1) + one.charAt(0) === other;
  return isSwapped || Math.max(one.length, other.length) <= 1;
}

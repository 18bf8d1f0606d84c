/**
 * Members of answers with accounts of payment users. Not `metadata`, which belongs to the customer
 * app.
 */
const HOLDERS = [
  'recipient_account',
  'sender_account',
  'payment_accounts',
  'payment',
  'payments',
  'payouts',
  'payment_method',
  'payment_methods',
  'mandate',
];

/** The institution of an account, as shown. */
export interface ShownInstitution {
  readonly institution_name: string;
  readonly bank_code?: string;
}

interface Account {
  readonly account_type: 'EXTERNAL_ACCOUNT';
  readonly institution_id: string;
}

/** The institutions of the accounts that an answer shows, each once. */
export function institutionsIn(answer: unknown): string[] {
  const found = new Set<string>();
  withNames(answer, (institutionId) => {
    found.add(institutionId);
    return undefined;
  });
  return [...found];
}

/** The answer, with the known data of the institution of each account. */
export function withNames<T>(
  answer: T,
  institutionOf: (institutionId: string) => ShownInstitution | undefined,
): T {
  return named(answer, institutionOf) as T;
}

function named(value: unknown, institutionOf: Parameters<typeof withNames>[1]): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, institutionOf));
  if (typeof value !== 'object' || value === null) return value;
  const held = Object.entries(value)
    .filter(([member, inside]) => HOLDERS.includes(member) && inside !== undefined)
    .map(([member, inside]) => [member, named(inside, institutionOf)] as const);
  const shown = held.length === 0 ? value : { ...value, ...Object.fromEntries(held) };
  return isAccount(shown) ? { ...shown, ...institutionOf(shown.institution_id) } : shown;
}

function isAccount(value: object): value is Account {
  const { account_type: type, institution_id: id } = value as Partial<Account>;
  return type === 'EXTERNAL_ACCOUNT' && typeof id === 'string';
}

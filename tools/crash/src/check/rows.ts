interface Money {
  readonly amount: number;
  readonly currency: string;
}

export const sumOf = (rows: readonly Pick<Money, 'amount'>[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

/** What a gateway keeps: charges, less refunds and returns that were not reversed. */
export const netOf = (entries: readonly (Pick<Money, 'amount'> & { readonly kind: string })[]) =>
  entries.reduce((sum, { kind, amount }) => sum + (comes(kind) ? amount : -amount), 0);

const comes = (kind: string) => kind === 'CHARGE' || kind.endsWith('_REVERSED');

export const textOf = ({ amount, currency }: Money): string => `${amount} ${currency}`;

export const isSameMoney = (one: Money, other: Money): boolean => textOf(one) === textOf(other);

/** A name that an app chose, which is unique within the app only. */
export const nameOf = (owner: { readonly customer_app_id: string }, name: string | null): string =>
  `${owner.customer_app_id} ${name}`;

export const inOrder = <T extends { readonly sequence: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => a.sequence - b.sequence);

/** Whether each number is above the one before. */
export const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? number) < number);

/** Whether the numbers are 1, 2, 3 … */
export const isCount = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => number === index + 1);

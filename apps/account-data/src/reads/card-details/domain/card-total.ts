interface Amount {
  readonly value: number;
  readonly currency?: string;
}

const SUMMED = [
  'current_balance',
  'payment_due_amount',
  'statement_due_amount',
  'total_credit_limit',
  'available_credit_limit',
  'minimum_payment_due',
] as const;
type Summed = (typeof SUMMED)[number];
type Card = { readonly [Name in Summed]?: Amount } & { readonly updated_at?: string };
type Total = { -readonly [Name in Summed]?: { value: number; currency?: string } } & {
  updated_at?: string;
};

/** The sums of all cards in the currency of the first one. Currencies are never added up. */
export function cardTotal(cards: readonly Card[]): Total {
  const currency = cards[0]?.current_balance?.currency;
  const own = cards.filter((card) => card.current_balance?.currency === currency);
  const total: Total = {};
  for (const name of SUMMED) {
    const amounts = own.flatMap((card) => card[name] ?? []);
    if (amounts.length === 0) continue;
    const sum = amounts.reduce((value, amount) => value + Math.round(amount.value * 1_000), 0);
    total[name] = { value: sum / 1_000, ...(currency === undefined ? {} : { currency }) };
  }
  const times = own.flatMap(({ updated_at: at }) => at ?? []).toSorted();
  const latest = times.at(-1);
  return latest === undefined ? total : { ...total, updated_at: latest };
}

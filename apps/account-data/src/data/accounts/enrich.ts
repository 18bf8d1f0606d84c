/** One rule: the first whose words occur in a description wins. */
interface Rule {
  readonly id: string;
  readonly words: readonly string[];
  readonly categories: readonly string[];
  /** Whether the counterparty is a shop, whose name is worth showing. */
  readonly isShop?: boolean;
}

/** By category, whose name is that of the rule. */
const SHOPS = {
  UTILITIES: ['POWER', 'GAS', 'WATER', 'MOBILE', 'BROADBAND'],
  GROCERIES: ['MARKET', 'SUPERMARKET', 'GROCER', 'PHARMACY'],
  EATING_OUT: ['COFFEE', 'RESTAURANT', 'CAFE'],
  TRANSPORT: ['TRANSIT', 'TAXI', 'RAIL', 'BUS '],
  TRAVEL: ['AIRLINE', 'HOTEL'],
  LEISURE: ['SUBSCRIPTION', 'FITNESS', 'BOOKS', 'CINEMA'],
  SHOPPING: ['STORE', 'SHOP'],
};

/** In order of priority. docs/account-data.md shows the same table. */
const ENRICHMENT_RULES: readonly Rule[] = [
  { id: 'salary', words: ['SALARY', 'PAYROLL', 'WAGES'], categories: ['INCOME', 'SALARY'] },
  { id: 'interest', words: ['INTEREST'], categories: ['INCOME', 'INTEREST'] },
  {
    id: 'card-payment',
    words: ['CREDIT CARD PAYMENT', 'PAYMENT - THANK YOU'],
    categories: ['TRANSFER'],
  },
  { id: 'transfer', words: ['TRANSFER', 'FPS ', 'TIME DEPOSIT'], categories: ['TRANSFER'] },
  { id: 'rent', words: ['RENT', 'MORTGAGE'], categories: ['HOUSING'] },
  { id: 'fees', words: ['FEE', 'CHARGE'], categories: ['FEES'] },
  { id: 'cash', words: ['ATM', 'CASH WITHDRAWAL'], categories: ['CASH'] },
  ...Object.entries(SHOPS).map(([category, words]) => ({
    id: category.toLowerCase().replaceAll('_', '-'),
    words,
    categories: [category],
    isShop: true,
  })),
];

/** Words that say how it was paid, not to whom. */
const NOISE = /\b(AUTOPAY|TOP-UP|SUBSCRIPTION|POS|PURCHASE)\b|\b\d{3,}\b/giu;

/** Follows from the description and the sign alone: the same row always has the same categories. */
export function enrich(description: string, isInflow: boolean) {
  const text = ` ${description.toUpperCase()} `;
  const rule = ENRICHMENT_RULES.find(({ words }) =>
    words.some((word) => text.includes(` ${word}`)),
  );
  return {
    ruleId: rule?.id,
    categories: rule?.categories ?? [isInflow ? 'OTHER_INCOME' : 'OTHER'],
    merchantName: rule?.isShop ? merchantName(description) : undefined,
  };
}

/** `CITY TRANSIT TOP-UP` → `City Transit`. */
export function merchantName(description: string): string {
  const words = description.replaceAll(NOISE, ' ').trim().split(/\s+/u);
  return words.map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`).join(' ');
}

/** One rule: the first whose words occur in a description wins. */
interface Rule {
  readonly id: string;
  readonly words: readonly string[];
  readonly categories: readonly string[];
  /** Whether the counterparty is a shop, whose name is worth showing. */
  readonly isMerchant?: true;
}

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
  {
    id: 'utilities',
    words: ['POWER', 'GAS', 'WATER', 'MOBILE', 'BROADBAND'],
    categories: ['UTILITIES'],
    isMerchant: true,
  },
  {
    id: 'groceries',
    words: ['MARKET', 'SUPERMARKET', 'GROCER', 'PHARMACY'],
    categories: ['GROCERIES'],
    isMerchant: true,
  },
  {
    id: 'eating-out',
    words: ['COFFEE', 'RESTAURANT', 'CAFE'],
    categories: ['EATING_OUT'],
    isMerchant: true,
  },
  {
    id: 'transport',
    words: ['TRANSIT', 'TAXI', 'RAIL', 'BUS '],
    categories: ['TRANSPORT'],
    isMerchant: true,
  },
  { id: 'travel', words: ['AIRLINE', 'HOTEL'], categories: ['TRAVEL'], isMerchant: true },
  {
    id: 'leisure',
    words: ['SUBSCRIPTION', 'FITNESS', 'BOOKS', 'CINEMA'],
    categories: ['LEISURE'],
    isMerchant: true,
  },
  { id: 'shopping', words: ['STORE', 'SHOP'], categories: ['SHOPPING'], isMerchant: true },
];

/** Words that say how it was paid, not to whom. */
const NOISE = /\b(AUTOPAY|TOP-UP|SUBSCRIPTION|POS|PURCHASE)\b|\b\d{3,}\b/giu;

interface Enrichment {
  readonly categories: readonly string[];
  readonly merchantName?: string;
  /** ID of the rule; absent when none fits. */
  readonly ruleId?: string;
}

/** Follows from the description and the sign alone: the same row always has the same categories. */
export function enrich(description: string, isInflow: boolean): Enrichment {
  const text = ` ${description.toUpperCase()} `;
  const found = ENRICHMENT_RULES.find(({ words }) =>
    words.some((word) => text.includes(` ${word}`)),
  );
  if (!found) return { categories: [isInflow ? 'OTHER_INCOME' : 'OTHER'] };
  const { id: ruleId, categories, isMerchant } = found;
  return { ruleId, categories, merchantName: isMerchant && merchantName(description) };
}

/** `CITY TRANSIT TOP-UP` → `City Transit`. */
export function merchantName(description: string): string {
  const words = description.replaceAll(NOISE, ' ').trim().split(/\s+/u);
  return words.map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`).join(' ');
}

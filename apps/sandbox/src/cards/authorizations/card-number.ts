/** The form of a scheme's numbers. `prefixes` are inclusive ranges of leading digits. */
interface BrandRule {
  readonly brand: CardBrand;
  readonly prefixes: readonly (readonly [low: number, high: number])[];
  readonly lengths: readonly number[];
  readonly cvcLength: 3 | 4;
  /** Sizes of the groups in which the number is printed on the card. */
  readonly groups: readonly number[];
}

export const CARD_BRANDS = [
  'Visa',
  'Mastercard',
  'American Express',
  'JCB',
  'UnionPay',
  'Diners Club',
  'Discover',
  'Unknown',
] as const;

export type CardBrand = (typeof CARD_BRANDS)[number];

const FOURS = [4, 4, 4, 4, 3] as const;

/** The first rule with a fitting prefix wins; the page of card fields works from this same table. */
export const BRAND_RULES: readonly BrandRule[] = [
  {
    brand: 'American Express',
    prefixes: [
      [34, 34],
      [37, 37],
    ],
    lengths: [15],
    cvcLength: 4,
    groups: [4, 6, 5],
  },
  {
    brand: 'Diners Club',
    prefixes: [
      [300, 305],
      [36, 36],
      [38, 39],
    ],
    lengths: [14, 16],
    cvcLength: 3,
    groups: [4, 6, 6],
  },
  {
    brand: 'JCB',
    prefixes: [[3528, 3589]],
    lengths: [16],
    cvcLength: 3,
    groups: FOURS,
  },
  {
    brand: 'Mastercard',
    prefixes: [
      [51, 55],
      [2221, 2720],
    ],
    lengths: [16],
    cvcLength: 3,
    groups: FOURS,
  },
  {
    brand: 'Discover',
    prefixes: [
      [6011, 6011],
      [644, 649],
      [65, 65],
    ],
    lengths: [16],
    cvcLength: 3,
    groups: FOURS,
  },
  {
    brand: 'UnionPay',
    prefixes: [[62, 62]],
    lengths: [16, 17, 18, 19],
    cvcLength: 3,
    groups: FOURS,
  },
  { brand: 'Visa', prefixes: [[4, 4]], lengths: [13, 16, 19], cvcLength: 3, groups: FOURS },
];

const MIN_LENGTH = 12;
const MAX_LENGTH = 19;

/** The digits of the input, or undefined if it contains other characters than digits and gaps. */
export function cardDigits(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/gu, '');
  return /^[0-9]+$/u.test(digits) ? digits : undefined;
}

export function brandRuleOf(digits: string): BrandRule | undefined {
  return BRAND_RULES.find(({ prefixes }) =>
    prefixes.some(([low, high]) => {
      const length = String(low).length;
      const leading = Number(digits.slice(0, length));
      return digits.length >= length && leading >= low && leading <= high;
    }),
  );
}

export function brandOf(digits: string): CardBrand {
  return brandRuleOf(digits)?.brand ?? 'Unknown';
}

/** True for a number of a length that its scheme issues and whose check digit is right. */
export function isCardNumber(digits: string): boolean {
  const lengths = brandRuleOf(digits)?.lengths;
  const fits = lengths
    ? lengths.includes(digits.length)
    : digits.length >= MIN_LENGTH && digits.length <= MAX_LENGTH;
  return fits && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - fromRight));
    const weighted = fromRight % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

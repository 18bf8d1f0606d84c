// Pure text work of the card fields. The table of brands comes from the server with the page.

/** Full-width and Arabic-Indic digits and other slashes, as keyboards write them, in ASCII. */
function plain(text) {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/gu, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[⁄∕؍]/gu, '/');
}

/** @param {string} text */
export function digitsOf(text) {
  return plain(text).replace(/\D/gu, '');
}

/** The first rule with a fitting prefix, as on the server. */
export function ruleOf(brands, digits) {
  return brands.find(({ prefixes }) =>
    prefixes.some(([low, high]) => {
      const length = String(low).length;
      const leading = Number(digits.slice(0, length));
      return digits.length >= length && leading >= low && leading <= high;
    }),
  );
}

const DEFAULT_RULE = {
  brand: 'Unknown',
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  groups: [4, 4, 4, 4, 3],
};

/** @returns the number in the groups of its brand, cut at the brand's longest length */
export function grouped(brands, digits) {
  const { lengths, groups } = ruleOf(brands, digits) ?? DEFAULT_RULE;
  const kept = digits.slice(0, Math.max(...lengths));
  const parts = [];
  let from = 0;
  for (const size of groups) {
    if (from < kept.length) parts.push(kept.slice(from, from + size));
    from += size;
  }
  return parts.join(' ');
}

export function isCardNumber(brands, digits) {
  const { lengths } = ruleOf(brands, digits) ?? DEFAULT_RULE;
  return lengths.includes(digits.length) && passesLuhn(digits);
}

function passesLuhn(digits) {
  let sum = 0;
  [...digits].reverse().forEach((character, index) => {
    const weighted = Number(character) * (index % 2 === 0 ? 1 : 2);
    sum += weighted > 9 ? weighted - 9 : weighted;
  });
  return sum % 10 === 0;
}

/** What a person or the browser's autofill wrote, as `MM / YY` as far as it goes. */
export function formattedExpiry(typed) {
  const text = plain(typed);
  const filled = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/u.exec(text);
  const isoMonth = /^\s*20(\d{2})-(\d{2})\s*$/u.exec(text);
  const separated = /^\s*(\d)\s*\//u.exec(text);
  let digits = digitsOf(text);
  if (filled) digits = filled[1].padStart(2, '0') + filled[2];
  else if (isoMonth) digits = isoMonth[2] + isoMonth[1];
  else if (separated) digits = `0${digits}`;
  else if (/^[2-9]/u.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/u.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  const month = digits.slice(0, 2);
  const year = digits.slice(2, 4);
  return year === '' ? month : `${month} / ${year}`;
}

/** @returns {{month: number, year: number} | null} null for anything that is no month and year */
export function parsedExpiry(text) {
  const match = /^(0[1-9]|1[0-2]) \/ (\d{2})$/u.exec(text);
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : null;
}

/** The browser's clock decides only what is shown; the server decides with its own. */
export function isPast({ month, year }, now) {
  return now.getTime() >= Date.UTC(year, month, 1);
}

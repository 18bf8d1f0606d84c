/** Number and ISO code, whichever comes first: `HKD 1,248.50`, `1.248,50 HKD`. */
const AMOUNT = String.raw`[A-Z]{3} \d[\d.,]*(?<=\d)|\d[\d.,]*(?<=\d) [A-Z]{3}(?![A-Za-z])`;
/** A day as one of the languages of a consent writes it. */
const DAY = String.raw`\d{1,2} [A-Z][a-z]+ \d{4}|\d{4}[年년] ?\d{1,2}[月월] ?\d{1,2}[日일]|ngày \d{1,2} tháng \d{1,2} năm \d{4}`;
const PIECE = new RegExp(`(${AMOUNT}|${DAY})`);

/**
 * The paragraphs of a consent, each cut into words and what belongs on one line (amounts, days) in
 * turn. The parts of a paragraph joined are the paragraph.
 */
export function paragraphsOf(text: string): string[][] {
  return text
    .split(/\n+/)
    .filter((line) => line !== '')
    .map((line) => line.split(PIECE));
}

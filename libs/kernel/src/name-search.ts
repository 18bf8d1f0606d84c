/** A name that was found, the best match first. */
interface Hit<T> {
  readonly item: T;
  readonly cost: number;
  readonly name: string;
}

interface Entry<T> {
  readonly item: T;
  readonly name: string;
  /** Places in the vocabulary. */
  readonly words: readonly number[];
  /** First letters of the words: `hb` finds Harbour Bank. */
  readonly initials: string;
  /** All words without a gap, for scripts that write none. */
  readonly joined: string;
}

interface Word {
  readonly text: string;
  /** A bit for each of its letters, some sharing one. */
  readonly letters: number;
}

const NO_MATCH = Number.POSITIVE_INFINITY;
const COST = { whole: 0, start: 1, initials: 2, inside: 3, typo: 4 } as const;
/** Below these lengths a typo would match almost anything. */
const ONE_TYPO_FROM = 4;
const TWO_TYPOS_FROM = 8;

/**
 * Finds names while they are typed: by the start of any word, by initials, inside a word; with one
 * typo (two in long words) of the kinds missing, extra, wrong and swapped letter. Case, accents
 * and punctuation do not matter; every word that is typed must match.
 */
export class NameSearch<T> {
  readonly #entries: readonly Entry<T>[];
  /** Each word once: names share most of theirs, and a word costs the same in all of them. */
  readonly #vocabulary: readonly Word[];

  /** `textsOf` gives all texts an item may be found by; the first one is its name. */
  constructor(items: readonly T[], textsOf: (item: T) => readonly string[]) {
    const places = new Map<string, number>();
    const placeOf = (word: string) => {
      const place = places.get(word) ?? places.size;
      places.set(word, place);
      return place;
    };
    this.#entries = items.map((item) => {
      const texts = textsOf(item);
      const [name = ''] = texts;
      const named = wordsOf(name);
      return {
        item,
        name,
        words: [...new Set(texts.flatMap(wordsOf))].map(placeOf),
        initials: named.map((word) => word[0]).join(''),
        joined: named.join(''),
      };
    });
    this.#vocabulary = [...places.keys()].map(wordOf);
  }

  /** At most `limit` matches; all items in their own order if nothing is typed. */
  find(typed: string, limit = NO_MATCH): T[] {
    const words = wordsOf(typed).map((text) => {
      const word = wordOf(text);
      return { typed: text, costs: this.#vocabulary.map((known) => costAgainst(word, known)) };
    });
    if (words.length === 0) return this.#entries.slice(0, limit).map(({ item }) => item);
    const hits: Hit<T>[] = [];
    for (const entry of this.#entries) {
      const cost = costOf(words, entry);
      if (cost < NO_MATCH) hits.push({ item: entry.item, cost, name: entry.name });
    }
    hits.sort(byCostThenName);
    return hits.slice(0, limit).map(({ item }) => item);
  }
}

interface TypedWord {
  readonly typed: string;
  /** Its cost against each word of the vocabulary. */
  readonly costs: readonly number[];
}

function byCostThenName(a: Hit<unknown>, b: Hit<unknown>): number {
  if (a.cost !== b.cost || a.name === b.name) return a.cost - b.cost;
  return a.name < b.name ? -1 : 1;
}

/** Lower-case words without accents and punctuation. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function costOf<T>(typed: readonly TypedWord[], entry: Entry<T>): number {
  let sum = 0;
  for (const word of typed) {
    sum += costOfWord(word, entry);
    if (sum === NO_MATCH) return sum;
  }
  return sum;
}

function costOfWord<T>({ typed, costs }: TypedWord, entry: Entry<T>): number {
  let best = NO_MATCH;
  for (const place of entry.words) best = Math.min(best, costs[place] ?? NO_MATCH);
  const { initials, joined } = entry;
  if (best > COST.initials && typed.length > 1 && initials.startsWith(typed)) best = COST.initials;
  if (best > COST.inside && joined.includes(typed)) best = COST.inside;
  return best;
}

function costAgainst(typed: Word, word: Word): number {
  if (word.text === typed.text) return COST.whole;
  if (word.text.startsWith(typed.text)) return COST.start;
  const most = allowedTypos(typed.text.length);
  // Each letter that the word lacks is a typo of its own.
  if (bitsIn(typed.letters & ~word.letters) > most) return NO_MATCH;
  return COST.typo + typosBetween(typed.text, { word: word.text, most });
}

function wordOf(text: string): Word {
  let letters = 0;
  for (let index = 0; index < text.length; index += 1)
    letters |= 1 << (text.charCodeAt(index) & 31);
  return { text, letters };
}

function bitsIn(set: number): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count += 1;
  return count;
}

function allowedTypos(length: number): number {
  if (length < ONE_TYPO_FROM) return 0;
  return length < TWO_TYPOS_FROM ? 1 : 2;
}

/**
 * Number of typos between the typed text and the word, or the start of the word, because the user
 * may still be typing. Optimal string alignment; it stops when a whole row is above `most`.
 */
function typosBetween(typed: string, { word, most }: { word: string; most: number }): number {
  if (most === 0 || word.length < typed.length - most) return NO_MATCH;
  const width = Math.min(word.length, typed.length + most);
  let before: number[] = [];
  let above = Array.from({ length: width + 1 }, (_, index) => index);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= width; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (swapped && row > 1 && column > 1) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return NO_MATCH;
    before = above;
    above = current;
  }
  const typos = Math.min(...above.slice(typed.length - most));
  return typos <= most ? typos : NO_MATCH;
}

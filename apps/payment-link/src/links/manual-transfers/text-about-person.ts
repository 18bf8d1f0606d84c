/** What may name a person in the text of a transfer. */
export interface PersonTraces {
  /** Names, e-mail addresses and numbers of documents, present and former ones. */
  readonly names: readonly string[];
  readonly accountNumbers: readonly string[];
}

/** Shorter names and numbers occur in other words: they count only as a whole word. */
const SHORTEST_PART = 3;
const SHORTEST_NUMBER_PART = 6;
/** In these scripts a name of two characters is a full name, and no space divides words. */
const FULL_NAME_OF_TWO = /^[\p{Script=Han}\p{Script=Hangul}]{2,}$/u;
const WORD = /[\p{L}\p{N}]+/gu;

/** Reads a text without case, accents, widths and invisible characters. */
function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .normalize('NFC');
  return plain.toLowerCase().match(WORD) ?? [];
}

/** Recognizes texts that name the person, with or without spaces, the words of a name in any order. */
export function recognizerOf({ names, accountNumbers }: PersonTraces): (text: string) => boolean {
  const spelled = [...new Set(names)].map(wordsOf);
  const numbers = [...new Set(accountNumbers)].map((number) => wordsOf(number).join(''));
  return (text) => {
    const words = wordsOf(text);
    const joined = words.join('');
    return (
      spelled.some((name) => isNamed(name, { words, joined })) ||
      numbers.some((number) => isPart(number, { words, joined, shortest: SHORTEST_NUMBER_PART }))
    );
  };
}

interface ReadText {
  readonly words: readonly string[];
  /** Without anything between the words. */
  readonly joined: string;
}

function isNamed(name: readonly string[], text: ReadText): boolean {
  // One letter names nobody.
  if (name.join('').length < 2) return false;
  if (name.every((word) => text.words.includes(word))) return true;
  return rotations(name).some((each) => isPart(each, { ...text, shortest: SHORTEST_PART }));
}

function isPart(
  part: string,
  { words, joined, shortest }: ReadText & { readonly shortest: number },
): boolean {
  if (part.length >= shortest || FULL_NAME_OF_TWO.test(part)) return joined.includes(part);
  return words.includes(part);
}

/** The words from each of them on, joined: the family name first or last. */
function rotations(name: readonly string[]): string[] {
  return name.map((_, first) => [...name.slice(first), ...name.slice(0, first)].join(''));
}

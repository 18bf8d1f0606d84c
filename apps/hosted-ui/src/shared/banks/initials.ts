import { contrastRatio } from '../theme/accent.js';

const MOST = 2;

/** In place of a logo: the first letters of the first words of the institution's name. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  // Han and Hangul names have no words to abbreviate; their first character is the sign people know.
  const first = [...(words[0] ?? '')][0] ?? '';
  if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(first)) return first;
  const letters = words.slice(0, MOST).map((word) => [...word][0] ?? '');
  return letters.join('').toUpperCase();
}

const HEX = /^#[0-9a-f]{6}$/i;
const WHITE = '#ffffff';
const INK = '#0d1015';

interface MarkColors {
  readonly backgroundColor: string;
  readonly color: string;
}

/** The colours of the initials: the server's colour, with readable letters. */
export function markColors({ color }: { readonly color?: string | null }): MarkColors | undefined {
  if (!color || !HEX.test(color)) return undefined;
  const onWhite = contrastRatio([color, WHITE]) >= contrastRatio([color, INK]);
  return { backgroundColor: color, color: onWhite ? WHITE : INK };
}

const WIDE = String.raw`[\p{Script=Han}\u3000-\u303f\uff00-\uffef]`;
const SPACE_AT_END = new RegExp(`(?<=${WIDE}) $`, 'u');
const SPACE_AT_START = new RegExp(`^ (?=${WIDE})`, 'u');
const STARTS_WIDE = new RegExp(`^${WIDE}`, 'u');
const ENDS_WIDE = new RegExp(`${WIDE}$`, 'u');

/**
 * Joins a Chinese sentence and its values. It removes the space beside a value where full-width
 * characters meet, and keeps it beside Latin letters and digits. Values never change.
 */
export function han(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const pieces = parts.flatMap((part, index) => [part, String(values[index] ?? '')]);
  return pieces.reduce((text, piece) => {
    if (STARTS_WIDE.test(piece)) return text.replace(SPACE_AT_END, '') + piece;
    return text + (ENDS_WIDE.test(text) ? piece.replace(SPACE_AT_START, '') : piece);
  });
}

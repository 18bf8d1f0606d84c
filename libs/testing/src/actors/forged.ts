/**
 * The token with one character changed, always to another text and to other bytes: the last
 * character of base64 may have bits that no byte takes, the one before it has none.
 */
export function forged(token: string): string {
  const index = token.length - 2;
  return token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
}

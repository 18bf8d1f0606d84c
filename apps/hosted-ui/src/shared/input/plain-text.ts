/**
 * Typed text with ASCII digits and marks: East Asian keyboards write full-width ones, Arabic and
 * Persian keyboards their own.
 */
export function plainText(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[٠-٩۰-۹]/gu, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

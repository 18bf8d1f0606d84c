const MIN = 5;
const MAX = 500;

/** What is wrong with the length of a reason, which counts as services count it: without outer blanks. */
export function reasonLength(typed: string): string | undefined {
  const { length } = [...typed.trim()];
  if (length < MIN) return 'Say a little more.';
  return length > MAX ? `Say it in ${MAX} characters.` : undefined;
}

/** Prevents a line break: a particle stays with its word, also after a bracket. */
export const JOINT = '\u2060';

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;
const NO_FINAL = 0;
const FINAL_RIEUL = 8;

/** A Korean name with the particle for "to"; both forms where its last sound cannot be read. */
export function withRo(name: string): string {
  const last = name.charCodeAt(name.length - 1);
  if (!(last >= FIRST_SYLLABLE && last <= LAST_SYLLABLE)) return `${name}${JOINT}(으)${JOINT}로`;
  const final = (last - FIRST_SYLLABLE) % FINALS;
  return final === NO_FINAL || final === FINAL_RIEUL ? `${name}로` : `${name}으로`;
}

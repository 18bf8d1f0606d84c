import type { ViolationName } from '../check/violation.js';

/** A product that breaks one promise on purpose, to see that the checker notices. */
export interface Mutation {
  readonly name: string;
  /** What the broken product does wrong. */
  readonly fault: string;
  /** A built module, by its path in the checkout. */
  readonly module: string;
  readonly edits: readonly Edit[];
  /** What the checker must find, among other things perhaps. */
  readonly finds: ViolationName;
}

export interface Edit {
  /** Must occur once in the module. Spaces and line ends do not count. */
  readonly find: string;
  readonly replace: string;
}

/** The broken source. Throws when the module no longer holds what an edit replaces. */
export function mutate(source: string, { name, module, edits }: Mutation): string {
  let mutated = source;
  for (const { find, replace } of edits) {
    const pattern = new RegExp(find.trim().split(/\s+/).map(escaped).join('\\s*'), 'g');
    const found = mutated.match(pattern)?.length ?? 0;
    if (found !== 1) {
      throw new Error(`mutation ${name}: ${module} holds this ${found} times, not once: ${find}`);
    }
    mutated = mutated.replace(pattern, () => replace);
  }
  return mutated;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

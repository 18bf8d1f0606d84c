import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation, ViolationName } from '../check/violation.js';

/** A product that breaks one promise on purpose, to see that the checker notices. */
export interface Mutation {
  readonly name: string;
  /** What the broken product does wrong. */
  readonly fault: string;
  /** A built module, by its path in the checkout. */
  readonly module: string;
  /** What replaces which text: it occurs once in the module; spaces and line ends do not count. */
  readonly edits: Readonly<Record<string, string>>;
  /** What the checker must find, among other things perhaps. */
  readonly finds: ViolationName;
}

/** The broken source. Throws when the module no longer holds what an edit replaces. */
export function mutate(source: string, { name, module, edits }: Mutation): string {
  let mutated = source;
  for (const [find, replace] of Object.entries(edits)) {
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

/** One run's broken product: how its processes get it, and whether the checker noticed. */
export class Mutant {
  private readonly traceFile: string;

  constructor(
    private readonly mutation: Mutation,
    { folder }: { readonly folder: string },
  ) {
    this.traceFile = join(folder, 'mutated.txt');
  }

  /** Variables of the services. */
  get settings(): Readonly<Record<string, string>> {
    const overlay = new URL('./overlay.js', import.meta.url);
    overlay.searchParams.set('mutation', this.mutation.name);
    overlay.searchParams.set('trace', this.traceFile);
    return { NODE_OPTIONS: `--import ${overlay.href}` };
  }

  /** One line; `noticed` only when the product really was broken and the checker says how. */
  judge(violations: readonly Violation[]): { readonly noticed: boolean; readonly line: string } {
    const { name, fault, finds } = this.mutation;
    if (!existsSync(this.traceFile)) {
      return { noticed: false, line: `NOT MUTATED ${name}: no process loaded the module` };
    }
    const programs = new Set(readFileSync(this.traceFile, 'utf8').trim().split('\n')).size;
    const times = violations.filter((violation) => violation.name === finds).length;
    return times === 0
      ? { noticed: false, line: `NOT NOTICED ${name}: ${fault}; ${finds} was not found` }
      : {
          noticed: true,
          line: `NOTICED ${name} in ${programs} programs: ${fault}; found ${finds} ${times} times`,
        };
  }
}

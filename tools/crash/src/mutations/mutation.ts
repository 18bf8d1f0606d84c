import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation, ViolationName } from '../check/violation.js';

/** A fault that is planted into the text of one module. */
export interface PlantedFault {
  readonly name: string;
  /** What the broken product does wrong. */
  readonly fault: string;
  /** By its path in the checkout. */
  readonly module: string;
  /** What replaces which text: it occurs once in the module; spaces and line ends do not count. */
  readonly edits: Readonly<Record<string, string>>;
}

/**
 * A product that breaks one promise on purpose, to see that the checker notices. Its module is a built
 * one.
 */
export interface Mutation extends PlantedFault {
  /** What the checker must find, among other things perhaps. */
  readonly finds: ViolationName;
}

/**
 * A fault in a connector. Its module is a source, which the named test loads.
 * `npm test` sees that both are still there; `connector-faults.full-spec.ts` plants each.
 */
export interface ConnectorFault extends PlantedFault {
  readonly proof: {
    readonly file: string;
    /** Where the test is written, if the file runs a suite. */
    readonly suite?: string;
    readonly title: string;
    /** What stands for `%s` and `%d` in the title. */
    readonly row?: readonly (string | number)[];
    /** What its failure says, so that it fails by what it claims. */
    readonly says: string;
  };
}

/** What a failure says where a call had to be refused. */
export const REJECTED_NOTHING = 'Received promise resolved instead of rejected';

/** The broken source. Throws when the module no longer holds what an edit replaces. */
export function mutate(
  source: string,
  { name, module, edits }: Omit<PlantedFault, 'fault'>,
): string {
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

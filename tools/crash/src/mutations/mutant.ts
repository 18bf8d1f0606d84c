import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from '../check/violation.js';
import type { Mutation } from './mutation.js';

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

import { readFileSync } from 'node:fs';

import type { EnvVariable } from './env.decorator.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment's value of one variable: at most one of the two members is set. */
export interface RawVariable {
  readonly raw?: string | undefined;
  /** A sentence without the value. */
  readonly problem?: string;
}

/** Name of the variable that names a file with the secret: `DATABASE_URL` → `DATABASE_URL_FILE`. */
export function fileVariableOf(name: string): string {
  return `${name}_FILE`;
}

/**
 * The text of a variable. A secret may be in a file instead, so that it shows neither in a
 * container's definition nor in the environment that child processes inherit.
 */
export function readVariable(variable: EnvVariable, environment: Environment): RawVariable {
  const raw = environment[variable.name]?.trim();
  const fileVariable = fileVariableOf(variable.name);
  const file = variable.secret ? environment[fileVariable]?.trim() : undefined;
  if (!file) return { raw };
  if (raw) return { problem: `${variable.name} and ${fileVariable} are both set: leave one out.` };
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text ? { raw: text } : { problem: `${fileVariable} names an empty file.` };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    return { problem: `${fileVariable} names a file that cannot be read (${reason}).` };
  }
}

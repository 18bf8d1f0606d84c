import { relative } from 'node:path';
import { describeConfig, type ConfigRow } from './describe-config.js';
import type { ConfigClass } from './variables.js';

/** What a program says of itself. */
export interface Usage {
  /** As its user calls it; `node` and the path of the program if absent. */
  readonly program?: string;
  readonly options?: string;
  /** One sentence or more. */
  readonly purpose: string;
  /** The variables that it reads. */
  readonly config?: ConfigClass<object>;
}

/**
 * Prints the usage if the command line contains `--help` or `-h`, and returns whether it does. The
 * caller then does nothing else.
 */
export function printsUsage(
  { program = `node ${relative('', process.argv[1] ?? '')}`, options, purpose, config }: Usage,
  args: readonly string[] = process.argv.slice(2),
): boolean {
  if (!args.some((arg) => arg === '--help' || arg === '-h')) return false;
  const variables = config ? describeConfig(config).map(lineOf) : [];
  const lines = [
    `usage: ${[program, options].filter(Boolean).join(' ')}`,
    purpose,
    ...(variables.length > 0 ? ['It reads these variables:', ...variables] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return true;
}

function lineOf({ name, description, required, secret, default: fallback }: ConfigRow): string {
  const notes = [
    required ? 'required' : '',
    fallback ? `${fallback} if unset` : '',
    secret ? `or the path of a file in ${name}_FILE` : '',
  ];
  const note = notes.filter(Boolean).join(', ');
  return `  ${name}: ${description}${note ? ` (${note})` : ''}`;
}

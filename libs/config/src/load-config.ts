import { readFileSync } from 'node:fs';
import { validateSync, type ValidationError } from 'class-validator';
import { variablesOf, type ConfigClass, type EnvVariable } from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration cannot be used. The message has one sentence per problem and no values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Reads and checks the environment of one process. Every problem is collected before it throws
 * `ConfigError`; values are never part of a message, because any of them may be a secret.
 */
export function loadConfig<T extends object>(
  configClass: ConfigClass<T>,
  environment: Environment = process.env,
): T {
  const config = new configClass();
  const variables = new Map(variablesOf(configClass).map((each) => [each.property, each]));
  const problems = new Map<string, string>();
  const texts = [...variables.values()].map((each) => ({ ...each, ...textOf(each, environment) }));
  const incomplete = incompleteGroups(texts);
  if (incomplete) problems.set('groups', incomplete);
  for (const { raw, problem, lost, ...variable } of texts) {
    const { property } = variable;
    const value = raw ? parse(variable, raw) : variable.default;
    Reflect.set(config, property, value);
    if (lost && variable.group !== undefined) continue;
    if (problem) problems.set(property, problem);
    else if (value === undefined && !variable.optional) {
      problems.set(property, `${variable.name} is missing: ${variable.description}`);
    }
  }
  for (const error of validateSync(config, { forbidUnknownValues: false })) {
    const value: unknown = Reflect.get(config, error.property);
    if (value === undefined) continue;
    const variable = variables.get(error.property);
    const isNumber = variable?.type === 'number' && typeof value === 'string';
    const text = isNumber ? 'must be a number' : complaint(error);
    problems.set(error.property, `${variable?.name ?? error.property} ${text}.`);
  }
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
  return config;
}

/** One sentence with every variable or file that a group lacks; undefined when none does. */
function incompleteGroups(variables: readonly (EnvVariable & VariableText)[]): string | undefined {
  const begun = new Set(variables.filter(isGiven).map(({ group }) => group));
  const missing = variables
    .filter(({ group, raw, problem, lost }) => begun.has(group) && !raw && (lost || !problem))
    .map(({ name, secret, lost }) => `${name}${secret ? '_FILE' : ''}${lost ? ` (${lost})` : ''}`);
  if (missing.length === 0) return undefined;
  return `Missing: ${missing.join(', ')}; the variables of an account are set together, or none.`;
}

function isGiven({ group, raw, problem }: EnvVariable & VariableText): boolean {
  return group !== undefined && Boolean(raw ?? problem);
}

interface VariableText {
  readonly raw?: string | undefined;
  readonly problem?: string;
  /** Why a file that is named has no text: `ENOENT`, `empty`. */
  readonly lost?: string;
}

/**
 * The text of a variable, or a sentence about it without the value. A secret may be in a file that
 * `NAME_FILE` names. It then shows neither in a container's definition nor in the environment that
 * child processes inherit.
 */
function textOf({ name, secret }: EnvVariable, environment: Environment): VariableText {
  const raw = environment[name]?.trim();
  const fileVariable = `${name}_FILE`;
  const file = secret ? environment[fileVariable]?.trim() : undefined;
  if (!file) return { raw };
  if (raw) return { problem: `${name} and ${fileVariable} are both set: leave one out.` };
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text) return { raw: text };
    return { problem: `${fileVariable} names an empty file.`, lost: 'empty' };
  } catch (error) {
    const lost = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    return { problem: `${fileVariable} names a file that cannot be read (${lost}).`, lost };
  }
}

const BOOLEANS = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function parse({ type }: EnvVariable, raw: string): unknown {
  switch (type) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw;
    case 'boolean':
      return BOOLEANS.get(raw.toLowerCase()) ?? raw;
    case 'list':
      return raw
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'string':
      return raw;
  }
}

function complaint(error: ValidationError): string {
  const messages = Object.values(error.constraints ?? {});
  const [first = 'is not valid'] = messages;
  const sentence = first.startsWith(error.property) ? first.slice(error.property.length) : first;
  return sentence.trim().replace(/\.$/, '').replaceAll(error.property, 'it');
}

import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';

import { ConfigError } from './config-error.js';
import { envVariablesOf, type ConfigClass, type EnvVariable } from './env.decorator.js';
import { readVariable, type Environment } from './read-variable.js';

export type { Environment } from './read-variable.js';

/**
 * Reads and checks the environment of one process. Every problem is collected before it throws
 * `ConfigError`; values are never part of a message, because any of them may be a secret.
 */
export function loadConfig<T extends object>(
  configClass: ConfigClass<T>,
  environment: Environment = process.env,
): T {
  const config = new configClass();
  const variables = envVariablesOf(configClass);
  const problems = new Map<string, string>();
  for (const variable of variables) {
    const { raw, problem } = readVariable(variable, environment);
    const value = raw ? parse(variable, raw) : variable.default;
    Reflect.set(config, variable.property, value);
    if (problem) problems.set(variable.property, problem);
    else if (value === undefined && !isOptional(configClass, variable)) {
      problems.set(variable.property, `${variable.name} is missing: ${variable.description}`);
    }
  }
  const validated = new Set(
    variables.filter(({ property }) => Reflect.get(config, property) !== undefined).map(propertyOf),
  );
  for (const error of validateSync(config, { forbidUnknownValues: false })) {
    if (!validated.has(error.property)) continue;
    const variable = variables.find(({ property }) => property === error.property);
    const unparsed = typeof Reflect.get(config, error.property) === 'string';
    const isNumber = variable?.type === 'number' && unparsed;
    const text = isNumber ? 'must be a number' : complaint(error);
    problems.set(error.property, `${variable?.name ?? error.property} ${text}.`);
  }
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
  return config;
}

/** Whether the variable may stay unset without a default. */
export function isOptional<T>(configClass: ConfigClass<T>, variable: EnvVariable): boolean {
  if (variable.optional === true) return true;
  return getMetadataStorage()
    .getTargetValidationMetadatas(configClass, '', false, false)
    .some((rule) => rule.propertyName === variable.property && rule.name === 'isOptional');
}

const BOOLEANS = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function parse(variable: EnvVariable, raw: string): unknown {
  switch (variable.type) {
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

function propertyOf(variable: EnvVariable): string {
  return variable.property;
}

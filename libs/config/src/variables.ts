import 'reflect-metadata';
import {
  ArrayNotEmpty,
  IsBoolean,
  IsIn,
  IsInt,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
} from 'class-validator';

export interface VariableOptions {
  /** By default the property in upper case: `databaseUrl` is `DATABASE_URL`. */
  readonly name?: string;
  readonly example?: string;
  readonly default?: string | number | boolean | readonly string[];
  /** May stay unset: the property is then undefined. A default makes this unnecessary. */
  readonly optional?: boolean;
  /** Never printed: not in an error, not by `redactConfig`. */
  readonly secret?: boolean;
  /** Variables with the same name here are set together, or none of them. */
  readonly group?: string;
}

export type VariableType = 'string' | 'number' | 'boolean' | 'list';

export interface EnvVariable extends VariableOptions {
  readonly name: string;
  readonly description: string;
  readonly property: string;
  readonly type: VariableType;
  readonly rules: readonly PropertyDecorator[];
}

export type ConfigClass<T> = new () => T;

const POSTGRES_URL = /^postgres(ql)?:\/\/.+/;
const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const SHORTEST_SECRET = 32;

const declared = new WeakMap<object, EnvVariable[]>();

/**
 * Binds a property of a config class to an environment variable; its type decides the parsing.
 * @param description one sentence for the generated table and for the message when it is missing
 * @param rules of class-validator
 */
export function Variable(
  description: string,
  options: VariableOptions = {},
  ...rules: readonly PropertyDecorator[]
): PropertyDecorator {
  return (prototype, key) => {
    const property = String(key);
    const name = property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    const type = typeOf(prototype, property);
    declare(prototype, [{ name, description, ...options, property, type, rules }]);
  };
}

type Declared = (description: string, options?: VariableOptions) => PropertyDecorator;

function kindOf(rule: PropertyDecorator, fixed: VariableOptions = {}): Declared {
  return (description, options) => Variable(description, { ...options, ...fixed }, rule);
}

export const UrlVariable = kindOf(IsUrl(HTTP_URL));
export const FlagVariable = kindOf(IsBoolean());
export const PostgresVariable = kindOf(
  Matches(POSTGRES_URL, { message: '$property must be a postgres:// URL' }),
  { secret: true },
);
/** A secret that is shared with another system. */
export const SecretVariable = kindOf(MinLength(SHORTEST_SECRET), { secret: true });

export function IntegerVariable(
  description: string,
  {
    min,
    max = Infinity,
    ...options
  }: VariableOptions & { readonly min: number; readonly max?: number },
): PropertyDecorator {
  return Variable(description, options, IsInt(), Min(min), Max(max));
}

/** A port to listen on; 0 leaves the choice to the system. */
export function PortVariable(description: string, options: VariableOptions): PropertyDecorator {
  return IntegerVariable(description, { ...options, min: 0, max: 65_535 });
}

export function ChoiceVariable(
  description: string,
  choices: readonly string[],
  options?: VariableOptions,
): PropertyDecorator {
  return Variable(description, options, IsIn(choices));
}

interface ListOptions extends VariableOptions {
  /** What the list is of, for the error. */
  readonly of: string;
  readonly fits: (entry: string) => boolean;
}

/** Joined by commas; empty only where the default is. */
export function ListVariable(
  description: string,
  { of, fits, ...options }: ListOptions,
): PropertyDecorator {
  const validate = (entry: unknown) => typeof entry === 'string' && fits(entry);
  const each = { each: true, message: `$property must list ${of}` };
  const rule = ValidateBy({ name: 'listOf', validator: { validate } }, each);
  const isGiven = options.default === undefined ? [ArrayNotEmpty()] : [];
  return Variable(description, options, ...isGiven, rule);
}

/** A class with some of the variables of another one. */
export function pickVariables<T extends object, const K extends keyof T & string>(
  configClass: ConfigClass<T>,
  properties: readonly K[],
): ConfigClass<Pick<T, K>> {
  const picked = class {} as ConfigClass<Pick<T, K>>;
  const isPicked = ({ property }: EnvVariable) => properties.some((each) => each === property);
  declare(picked.prototype as object, variablesOf(configClass).filter(isPicked));
  return picked;
}

/** The variables of a config class and of its base classes; a subclass replaces by property. */
export function variablesOf<T>(configClass: ConfigClass<T>): readonly EnvVariable[] {
  const byProperty = new Map<string, EnvVariable>();
  const chain: object[] = [];
  let prototype: object | null = configClass.prototype as object;
  while (prototype && prototype !== Object.prototype) {
    chain.unshift(prototype);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  for (const link of chain) {
    for (const variable of declared.get(link) ?? []) byProperty.set(variable.property, variable);
  }
  return [...byProperty.values()];
}

function declare(prototype: object, variables: readonly EnvVariable[]): void {
  declared.set(prototype, [...(declared.get(prototype) ?? []), ...variables]);
  for (const { rules, property } of variables) for (const rule of rules) rule(prototype, property);
}

function typeOf(prototype: object, property: string): VariableType {
  switch (Reflect.getMetadata('design:type', prototype, property)) {
    case Number:
      return 'number';
    case Boolean:
      return 'boolean';
    case Array:
      return 'list';
    default:
      return 'string';
  }
}

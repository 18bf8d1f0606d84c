import 'reflect-metadata';

export type EnvDefault = string | number | boolean | readonly string[];

export interface EnvOptions {
  /** Name of the environment variable, e.g. `DATABASE_URL`. */
  readonly name: string;
  /** One sentence for the generated table and for the message when it is missing. */
  readonly description: string;
  readonly example?: string;
  readonly default?: EnvDefault;
  /** May stay unset: the property is then undefined. A default makes this unnecessary. */
  readonly optional?: boolean;
  /** Never printed: not in an error, not by `redactConfig`. */
  readonly secret?: boolean;
}

export type EnvType = 'string' | 'number' | 'boolean' | 'list';

export interface EnvVariable extends EnvOptions {
  readonly property: string;
  readonly type: EnvType;
}

export type ConfigClass<T> = new () => T;

const declared = new WeakMap<object, EnvVariable[]>();

/** Binds a property of a config class to an environment variable; its type decides the parsing. */
export function Env(options: EnvOptions): PropertyDecorator {
  return (prototype, property) => {
    const variables = declared.get(prototype) ?? [];
    variables.push({ ...options, property: String(property), type: typeOf(prototype, property) });
    declared.set(prototype, variables);
  };
}

/** The variables of a config class and of its base classes; a subclass replaces by property. */
export function envVariablesOf<T>(configClass: ConfigClass<T>): readonly EnvVariable[] {
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

function typeOf(prototype: object, property: string | symbol): EnvType {
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

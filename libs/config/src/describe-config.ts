import { variablesOf, type ConfigClass, type VariableType } from './variables.js';

/** One line of the generated configuration table. */
export interface ConfigRow {
  readonly name: string;
  readonly description: string;
  readonly type: VariableType;
  readonly required: boolean;
  readonly secret: boolean;
  /**
   * The default, as the environment would contain it; absent for secrets and variables without a
   * default.
   */
  readonly default?: string;
  readonly example?: string;
}

const REDACTED = '[redacted]';

/** The variables of a config class in order of declaration, for docs and `.env.example`. */
export function describeConfig<T>(configClass: ConfigClass<T>): ConfigRow[] {
  return variablesOf(configClass).map((variable) => {
    const fallback = variable.secret === true ? undefined : variable.default;
    return {
      name: variable.name,
      description: variable.description,
      type: variable.type,
      required: variable.default === undefined && !variable.optional,
      secret: variable.secret === true,
      ...(fallback === undefined ? {} : { default: String(fallback) }),
      ...(variable.example === undefined ? {} : { example: variable.example }),
    };
  });
}

/** Values by variable name, safe to log: a set secret reads `[redacted]`. */
export function redactConfig(config: object): Record<string, unknown> {
  const configClass = config.constructor as ConfigClass<object>;
  return Object.fromEntries(
    variablesOf(configClass).map((variable) => {
      const value: unknown = Reflect.get(config, variable.property);
      return [variable.name, variable.secret && value !== undefined ? REDACTED : value];
    }),
  );
}

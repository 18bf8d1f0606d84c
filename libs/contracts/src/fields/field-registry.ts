/** A JSON Schema (2020-12) fragment of a scalar or of a container of scalars. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A class whose members carry field decorators. */
export type ContractClass<T extends object = object> = new () => T;

/** Such a class, or an abstract one. */
export type ContractBase<T extends object = object> = abstract new () => T;

/** Converts an input value to the value of the member; never throws. */
export type FieldReader = (value: unknown) => unknown;

export interface FieldShape {
  readonly schema: JsonSchema;
  /** The class of the value, or of each element when `list`. */
  readonly nested?: () => ContractClass;
  readonly list?: { readonly minItems?: number; readonly maxItems?: number };
}

/** All that is known of a member. */
export interface FieldRecord extends FieldShape {
  readonly required: boolean;
  readonly readers: readonly FieldReader[];
  readonly description?: string;
  readonly example?: unknown;
  readonly nullable?: boolean;
  readonly emptyIsValue?: boolean;
  readonly deprecated?: boolean;
  /** The same field for a member of another class, perhaps in other words. */
  again(description?: string): PropertyDecorator;
}

const fieldsByPrototype = new WeakMap<object, Map<string, FieldRecord>>();
const fieldsByClass = new WeakMap<ContractBase, ReadonlyMap<string, FieldRecord>>();

export function rememberField(record: FieldRecord): PropertyDecorator {
  return (target, key) => {
    const name = String(key);
    const fields = fieldsByPrototype.get(target) ?? new Map<string, FieldRecord>();
    if (fields.has(name) || inheritedBy(target).has(name)) {
      throw new Error(
        `${target.constructor.name} has ${name} already: omit it from its base class`,
      );
    }
    fields.set(name, record);
    fieldsByPrototype.set(target, fields);
  };
}

function inheritedBy(prototype: object): ReadonlyMap<string, FieldRecord> {
  return fieldsOf((Object.getPrototypeOf(prototype) as object).constructor as ContractBase);
}

/** The members of a contract class in order of declaration, those of its base classes first. */
export function fieldsOf(type: ContractBase): ReadonlyMap<string, FieldRecord> {
  const known = fieldsByClass.get(type);
  if (known) return known;
  const fields = collectFields(type);
  fieldsByClass.set(type, fields);
  return fields;
}

function collectFields(type: ContractBase): ReadonlyMap<string, FieldRecord> {
  const chain: object[] = [];
  for (let at = type.prototype as object | null; at; at = Object.getPrototypeOf(at)) chain.push(at);
  const fields = new Map<string, FieldRecord>();
  for (const prototype of chain.reverse()) {
    for (const [name, record] of fieldsByPrototype.get(prototype) ?? []) fields.set(name, record);
  }
  return fields;
}

/** The names of `fieldsOf`. */
export function fieldNamesOf(type: ContractBase): readonly string[] {
  return [...fieldsOf(type).keys()];
}

import { fieldNamesOf, fieldsOf, type ContractBase, type ContractClass } from './field-registry.js';

type Name<T> = keyof T & string;

/** The members of all classes of a list. */
type Mixed<C extends readonly ContractBase[]> = C extends readonly [
  ContractBase<infer T>,
  ...infer Rest extends readonly ContractBase[],
]
  ? T & Mixed<Rest>
  : object;

/**
 * A base class with these members of another class, in this order. The field of each is declared
 * again: validation, readers and documents are those of the source. A member that is listed with a
 * text has it as its description; one that is listed with a field has that field.
 */
export function pick<T extends object, const K extends Name<T>>(
  source: ContractBase<T>,
  members: readonly K[] | Readonly<Record<K, Own>>,
): ContractClass<Pick<T, K>> {
  const listed = Array.isArray(members) ? unchanged(members as K[]) : Object.entries<Own>(members);
  return compose([[source, listed]]) as ContractClass<Pick<T, K>>;
}

/** A base class with the members of another class, but these. */
export function omit<T extends object, const K extends Name<T>>(
  source: ContractBase<T>,
  names: readonly K[],
): ContractClass<Omit<T, K>> {
  const unknown = names.find((name) => !fieldsOf(source).has(name));
  if (unknown) throw new Error(`${source.name} has no ${unknown} to omit`);
  const kept = fieldNamesOf(source).filter((name) => !names.includes(name as K));
  return compose([[source, unchanged(kept)]]) as ContractClass<Omit<T, K>>;
}

/** A base class with the members of several classes, those of the first class first. */
export function mix<const C extends readonly ContractBase[]>(
  ...sources: C
): ContractClass<Mixed<C>> {
  const parts = sources.map((source) => [source, unchanged(fieldNamesOf(source))] as const);
  return compose(parts) as ContractClass<Mixed<C>>;
}

/** What a composed class says of a member in place of its source: a description, or all. */
type Own = string | PropertyDecorator;
type Members = readonly (readonly [name: string, own: Own | undefined])[];

function unchanged(names: readonly string[]): Members {
  return names.map((name) => [name, undefined]);
}

function compose(parts: readonly (readonly [ContractBase, Members])[]): ContractClass {
  const initial = {};
  class Composed {
    constructor() {
      Object.assign(this, initial);
    }
  }
  for (const [source, members] of parts) {
    const fields = fieldsOf(source);
    const values = new (source as ContractClass)();
    for (const [name, own] of members) {
      const record = fields.get(name);
      if (!record) throw new Error(`${source.name} has no ${name} to pick`);
      const declare = typeof own === 'function' ? own : record.again(own);
      declare(Composed.prototype, name);
      const value: unknown = Reflect.get(values, name);
      if (value !== undefined) Reflect.set(initial, name, value);
    }
  }
  return Composed;
}

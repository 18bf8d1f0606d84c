import {
  fieldsOf,
  type ContractBase,
  type ContractClass,
  type FieldRecord,
} from '../fields/field-registry.js';
import { OPERATOR_ROLES, type OperatorRole } from './operator-claim.js';

/** Stands for a value that the role does not see. */
export const MASK = '•••';

/** A member, or one of a member's members: `sender.user_id`, also of each object in a list. */
type Path<T> = (keyof T & string) | `${keyof T & string}.${string}`;
type Marks<T> = Partial<Readonly<Record<OperatorRole, readonly Path<T>[]>>>;

/** What operators see of a resource: a class, and its members that a role sees. */
export interface OperatorView<T extends object = object> {
  readonly type: ContractClass<T>;
  /** The least role that sees the path; what has none is masked for every role. */
  readonly seenFrom: ReadonlyMap<string, OperatorRole>;
}

/**
 * Marks the members that roles see. A member without a mark, and so each new one, is masked. That is
 * why a mark names a value and never an object with members: it would show those that are added later.
 */
export function seenBy<T extends object>(type: ContractClass<T>, marks: Marks<T>): OperatorView<T> {
  const seenFrom = new Map<string, OperatorRole>();
  for (const role of OPERATOR_ROLES) {
    for (const path of marks[role] ?? []) {
      const field = fieldAt(type, path);
      if (!field) throw new Error(`${type.name} has no ${path}`);
      if (hasMembers(field)) throw new Error(`${type.name}.${path} has members: mark each of them`);
      if (seenFrom.has(path)) throw new Error(`${type.name}.${path} is marked twice`);
      seenFrom.set(path, role);
    }
  }
  return { type, seenFrom };
}

/** The paths of members below a member. */
export function under<P extends string, M extends string>(
  path: P,
  members: readonly M[],
): `${P}.${M}`[] {
  return members.map((member) => `${path}.${member}` as const);
}

/** What every role sees of the error of a resource, as it stands in its body. */
export const errorAt = <P extends string>(path: P) =>
  under(path, ['type', 'error_code', 'message', 'details']);

export function isSeen(
  view: Pick<OperatorView, 'seenFrom'>,
  path: string,
  role: OperatorRole,
): boolean {
  const from = view.seenFrom.get(path);
  return from !== undefined && OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(from);
}

export interface Masked {
  readonly body: Readonly<Record<string, unknown>>;
  /** Paths whose values were replaced. */
  readonly masked: readonly string[];
  /** Paths whose values are shown, and would not be to a viewer: personal data. */
  readonly personal: readonly string[];
}

/** The body with `MASK` for each value that the role does not see; members without a value stay so. */
export function maskedFor(view: OperatorView, body: object, role: OperatorRole): Masked {
  const masked = new Set<string>();
  const personal = new Set<string>();
  const shown = (value: unknown, path: string): unknown => {
    if (value === null) return value;
    if (isSeen(view, path, role)) {
      if (!isSeen(view, path, 'viewer')) personal.add(path);
      return value;
    }
    if (typeof value === 'object' && hasParts(view, path)) {
      if (!Array.isArray(value)) return members(value, `${path}.`);
      return value.map((each: unknown) => shown(each, path));
    }
    masked.add(path);
    return MASK;
  };
  const members = (of: object, prefix: string) => {
    const given = Object.entries(of).filter(([, value]) => value !== undefined);
    const entries = given.map(([name, value]: [string, unknown]) => {
      return [name, shown(value, prefix + name)] as const;
    });
    return Object.fromEntries(entries);
  };
  return { body: members(body, ''), masked: [...masked], personal: [...personal] };
}

/** The value that a path of `masked` names; of objects in a list, the values of all. */
export function valueAt(body: unknown, path: string): unknown {
  if (path === '' || typeof body !== 'object' || body === null)
    return path === '' ? body : undefined;
  if (Array.isArray(body)) return body.map((each: unknown) => valueAt(each, path));
  const [name = '', ...rest] = path.split('.');
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
  return value === undefined ? undefined : valueAt(value, rest.join('.'));
}

/** Whether roles see parts of the value rather than the whole. */
function hasParts({ seenFrom }: Pick<OperatorView, 'seenFrom'>, path: string): boolean {
  return [...seenFrom.keys()].some((each) => each.startsWith(`${path}.`));
}

/** Also of an object whose members are not described: they cannot be marked, so it stays masked. */
function hasMembers({ schema, nested }: FieldRecord): boolean {
  const { type, items } = schema as { type?: unknown; items?: { type?: unknown } };
  return nested !== undefined || type === 'object' || items?.type === 'object';
}

function fieldAt(type: ContractBase | undefined, path: string): FieldRecord | undefined {
  const [name = '', ...rest] = path.split('.');
  const field = type && fieldsOf(type).get(name);
  return rest.length === 0 ? field : fieldAt(field?.nested?.(), rest.join('.'));
}

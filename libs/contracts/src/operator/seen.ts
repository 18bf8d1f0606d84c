import { fieldsOf, type ContractClass } from '../fields/field-registry.js';
import { OPERATOR_ROLES, type OperatorRole } from './operator-claim.js';

/** Stands for a value that the role does not see. */
export const MASK = '•••';

type Marks<T> = Partial<Readonly<Record<OperatorRole, readonly (keyof T & string)[]>>>;

/** What operators see of a resource: a class, and its members that a role sees. */
export interface OperatorView<T extends object = object> {
  readonly type: ContractClass<T>;
  /** The least role that sees the member; members that are not listed are masked for every role. */
  readonly seenFrom: ReadonlyMap<string, OperatorRole>;
}

/** Marks the members that roles see. A member without a mark, and so each new one, is masked. */
export function seenBy<T extends object>(type: ContractClass<T>, marks: Marks<T>): OperatorView<T> {
  const members = fieldsOf(type);
  const seenFrom = new Map<string, OperatorRole>();
  for (const role of OPERATOR_ROLES) {
    for (const member of marks[role] ?? []) {
      if (!members.has(member)) throw new Error(`${type.name} has no ${member}`);
      if (seenFrom.has(member)) throw new Error(`${type.name}.${member} is marked twice`);
      seenFrom.set(member, role);
    }
  }
  return { type, seenFrom };
}

export function isSeen(view: OperatorView, member: string, role: OperatorRole): boolean {
  const from = view.seenFrom.get(member);
  return from !== undefined && OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(from);
}

export interface Masked {
  readonly body: Readonly<Record<string, unknown>>;
  /** Names of the members whose values were replaced. */
  readonly masked: readonly string[];
  /** Names of the members whose values are shown, and would not be to a viewer: personal data. */
  readonly personal: readonly string[];
}

/** The body with `MASK` for each value that the role does not see; members without a value stay so. */
export function maskedFor(view: OperatorView, body: object, role: OperatorRole): Masked {
  const masked: string[] = [];
  const personal: string[] = [];
  const shown = Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([member, value]: [string, unknown]) => {
      if (value === null) return [member, value] as const;
      if (isSeen(view, member, role)) {
        if (!isSeen(view, member, 'viewer')) personal.push(member);
        return [member, value] as const;
      }
      masked.push(member);
      return [member, MASK] as const;
    });
  return { body: Object.fromEntries(shown), masked, personal };
}

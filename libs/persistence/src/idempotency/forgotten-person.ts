import type { StoredAnswer } from './idempotent-request.js';

/** A person whom stored answers may not tell any longer. */
export interface ForgottenPerson {
  /** As the answers name the person: the `user_id` of the object that describes them. */
  readonly userId: string;
  /** Members of that object that tell who it is. */
  readonly members: readonly string[];
}

/** The answer without the person; undefined when it never told them. */
export function withoutPerson(
  answer: StoredAnswer,
  person: ForgottenPerson,
): StoredAnswer | undefined {
  if (!answer.body.includes(person.userId)) return undefined;
  const body = JSON.stringify(blanked(JSON.parse(answer.body), person));
  return body === answer.body ? undefined : { ...answer, body };
}

function blanked(value: unknown, person: ForgottenPerson): unknown {
  if (Array.isArray(value)) return value.map((each) => blanked(each, person));
  if (typeof value !== 'object' || value === null) return value;
  const isPerson = 'user_id' in value && value.user_id === person.userId;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isPerson || !person.members.includes(name))
      .map(([name, member]) => [name, blanked(member, person)]),
  );
}

import type { StoredAnswer } from './idempotent-request.js';

/** An erased payer, whom stored answers must not contain. */
export interface ForgottenPayer {
  /** The payer in the answers: the `user_id` of the object that describes the payer. */
  readonly userId: string;
  /** Members of that object that identify the payer. */
  readonly members: readonly string[];
}

/** The answer without the payer; undefined if it did not contain the payer. */
export function withoutPayer(
  answer: StoredAnswer,
  payer: ForgottenPayer,
): StoredAnswer | undefined {
  if (!answer.body.includes(payer.userId)) return undefined;
  const body = JSON.stringify(blanked(JSON.parse(answer.body), payer));
  return body === answer.body ? undefined : { ...answer, body };
}

function blanked(value: unknown, payer: ForgottenPayer): unknown {
  if (Array.isArray(value)) return value.map((each) => blanked(each, payer));
  if (typeof value !== 'object' || value === null) return value;
  const isPayer = 'user_id' in value && value.user_id === payer.userId;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isPayer || !payer.members.includes(name))
      .map(([name, member]) => [name, blanked(member, payer)]),
  );
}

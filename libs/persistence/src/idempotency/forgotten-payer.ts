import type { StoredAnswer } from './idempotent-request.js';

/** An erased payer, whom stored answers must not contain. */
export interface ForgottenPayer {
  /** The payer in the answers: the `user_id` of the object that describes the payer. */
  readonly userId: string;
  /** Members of that object that identify the payer. */
  readonly members: readonly string[];
  /** Members of an external account, in an answer that contains the payer. */
  readonly accountMembers: readonly string[];
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

type Members = Readonly<Record<string, unknown>>;

function blanked(value: unknown, payer: ForgottenPayer): unknown {
  if (Array.isArray(value)) return value.map((each) => blanked(each, payer));
  if (!isObject(value)) return value;
  const personal = personalMembersOf(value, payer);
  const kept = Object.entries(withoutPayoutText(value, payer)).filter(
    ([name]) => !personal.includes(name),
  );
  return Object.fromEntries(kept.map(([name, member]) => [name, blanked(member, payer)]));
}

function personalMembersOf(object: Members, payer: ForgottenPayer): readonly string[] {
  if (object['account_type'] === 'EXTERNAL_ACCOUNT') return payer.accountMembers;
  return object['user_id'] === payer.userId ? payer.members : [];
}

/** The text that the payer was shown as the recipient of a payout. */
function withoutPayoutText(object: Members, payer: ForgottenPayer): Members {
  const { recipient, payment_details: details } = object;
  if (!isObject(recipient) || recipient['user_id'] !== payer.userId || !isObject(details)) {
    return object;
  }
  return { ...object, payment_details: { ...details, description: undefined } };
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

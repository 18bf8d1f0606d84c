import { hasApp, type OperatorClaim } from '@towpath/contracts/operator';
import { DomainError } from '@towpath/kernel';
import type { ParkedMessageId, ParkedMessages, ParkedOfKey } from '@towpath/messaging';
import type { ActionTarget } from '../operators/operator-action.js';

/**
 * The message of an action. It belongs to the app that the operator named, or to none: the answer is
 * the same for one of another app and one that does not exist.
 */
export async function messageOf(
  parked: ParkedMessages,
  { id, customerAppId }: ActionTarget,
): Promise<ParkedOfKey> {
  const found = await parked.showOfKey(id as ParkedMessageId);
  if (found?.message.customerAppId === (customerAppId ?? null)) return found;
  throw new DomainError('ROUTE_NOT_FOUND', 'No parked message of this app has this ID.');
}

/** For an operator. The error may quote what the message says, so it is not in it. */
export function named({ message: { eventName, key, topic } }: ParkedOfKey): string {
  return `${eventName ?? 'A message that is no event'} of ${key} (topic ${topic})`;
}

/** `2 other messages of its key wait`; undefined if none does. */
export function othersThatWait({ others }: ParkedOfKey): string | undefined {
  if (others.length === 0) return undefined;
  if (others.length === 1) return '1 other message of its key waits';
  return `${others.length} other messages of its key wait`;
}

/** Why an operator of some apps cannot have the whole key replayed. */
export function foreignIn({ others }: ParkedOfKey, operator: OperatorClaim): string | undefined {
  if (operator.apps === '*') return undefined;
  const isOwn = others.every(({ customerAppId: app }) => app !== null && hasApp(operator, app));
  return isOwn ? undefined : 'A message of its key is about no customer app of yours.';
}

/** Why nothing can be done with it any more. */
export function settledAs({ message }: ParkedOfKey): string | undefined {
  const { settledAt, reason } = message;
  return settledAt ? `The message left the queue: ${reason}.` : undefined;
}

/** Every try and every message that joins the queue of its key changes it. */
export function seenIn({ message, others }: ParkedOfKey): string {
  const { reason, attempts, replayRequestedAt, settledAt } = message;
  const state = settledAt ? 'settled' : 'waits';
  const requested = replayRequestedAt ? `, replay ${replayRequestedAt.toISOString()}` : '';
  return `${state}, ${reason}, attempts ${attempts}, others ${others.length}${requested}`;
}

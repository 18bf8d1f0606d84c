import { plusMs } from '@towpath/kernel';
import type { BANK } from '../../base/parties/parties.js';
import type { CallbackSigner } from '../../base/callbacks/callbacks.service.js';
import { noticeIdOf } from './bank-references.js';
import type { CollectionChange } from './collection.js';
import type { MandateChange } from './debit-mandate.js';
import type { CollectionRecord, DebitMandateRecord } from './debit.table.js';
import { debitOutcomeOf, type DebitOutcome } from './debit-outcomes.js';
import type { CollectionEvent, MandateEvent } from './debit.transitions.js';

/** How the simulated bank writes and signs its call-backs. */
export abstract class BankProtocol implements CallbackSigner {
  abstract readonly gateway: typeof BANK;
  abstract noticeBody(notice: BankNotice): object;
  abstract callbackHeaders: CallbackSigner['callbackHeaders'];
}

/** The content of one call-back; the bank has its own format. */
export type BankNotice =
  | (NoticeHead & {
      readonly about: 'mandate';
      readonly event: MandateEvent;
      readonly record: DebitMandateRecord;
    })
  | (NoticeHead & {
      readonly about: 'collection';
      readonly event: CollectionEvent;
      readonly record: CollectionRecord;
    });

interface NoticeHead {
  readonly noticeId: string;
  /** On the clock of the app. */
  readonly occurredAt: Date;
}

interface Happening<E> {
  readonly event: E;
  readonly answered: boolean;
}

/**
 * The call-backs of a change, in the order of sending. An answered change is not sent, except for
 * an account that scrambles. That account delays `received` until the decision, adds a false
 * `rejected`, and sends each more than once.
 */
export function planNotices<E extends MandateEvent | CollectionEvent>(
  outcome: DebitOutcome,
  { event, answered }: Happening<E>,
): readonly (E | 'received' | 'rejected')[] {
  if (outcome.losesAnswer) return [];
  if (!outcome.scramblesCallbacks) return answered ? [] : [event];
  if (event === 'received') return [];
  if (event !== 'accepted' && event !== 'paid') return [event, event, event];
  return [event, 'received', 'rejected', event, 'received', 'rejected', event];
}

export function mandateNotices(record: DebitMandateRecord, change: MandateChange): BankNotice[] {
  return planNotices(debitOutcomeOf(record.outcome), change).map((event) => ({
    ...headOf(record, { event, change }),
    about: 'mandate',
    event,
    record,
  }));
}

export function collectionNotices(
  record: CollectionRecord,
  change: CollectionChange,
): BankNotice[] {
  return planNotices(debitOutcomeOf(record.outcome), change).map((event) => ({
    ...headOf(record, { event, change }),
    about: 'collection',
    event,
    record,
  }));
}

/** The contradiction claims to be the newer one: not even the times tell who is right. */
function headOf(
  record: DebitMandateRecord | CollectionRecord,
  { event, change }: { event: string; change: { event: string; occurredAt: Date } },
): NoticeHead {
  const noticeId = noticeIdOf(record, event);
  if (event === change.event) return { noticeId, occurredAt: change.occurredAt };
  return {
    noticeId,
    occurredAt: event === 'received' ? record.createdAt : plusMs(change.occurredAt, 1),
  };
}

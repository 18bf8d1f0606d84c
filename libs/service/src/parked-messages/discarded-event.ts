import type { ServiceName } from '@towpath/contracts';
import { FOLLOWER, type ParkedMessage, type ParkedOfKey } from '@towpath/messaging';

/**
 * - `REPAIRED`: the service obtains the same information in another way, with the same result.
 * - `LOST`: the effect of the event is lost permanently.
 */
export type Dependence = 'REPAIRED' | 'LOST' | 'UNKNOWN';

/** The effects that depended on a discarded message. */
export interface Discarded {
  readonly discarded: true;
  readonly event: string | null;
  /** ID of the aggregate. */
  readonly aggregate: string;
  readonly dependence: Dependence;
  readonly meaning: string;
  /** Later messages of the key, never tried: nothing is known to be wrong with them. */
  readonly sound_followers: readonly string[];
  /** Later messages of the key that failed themselves. */
  readonly failed_followers: readonly string[];
  /** The command that brings the followers in. */
  readonly next: string | null;
}

interface Meaning {
  /** All services when absent. */
  readonly service?: ServiceName;
  /** Prefix of the names of the events. */
  readonly events: string;
  readonly dependence: Dependence;
  readonly meaning: string;
}

/** The first that fits. */
const MEANINGS: readonly Meaning[] = [
  {
    events: 'customer_app.',
    dependence: 'REPAIRED',
    meaning: 'The copy of the app is as old as its last event; the next one says everything.',
  },
  {
    service: 'payment-link',
    events: 'mandate.',
    dependence: 'REPAIRED',
    meaning:
      "Payments and links of the mandate: mandate is asked within 6 hours of the app's clock; " +
      'money that came or went back is found by the reconciliation within two.',
  },
  {
    service: 'payment-link',
    events: 'dispute.',
    dependence: 'LOST',
    meaning: 'The ledger does not hold, release or settle what this dispute is about.',
  },
  {
    service: 'payment-link',
    events: 'payment.',
    dependence: 'LOST',
    meaning: 'A bill that this payment pays stays where it is until another payment of it moves.',
  },
  {
    service: 'dispute',
    events: 'payment.',
    dependence: 'LOST',
    meaning: 'The payment shows what its bank took back, but no dispute stands for it.',
  },
  {
    service: 'mandate',
    events: 'mandate.',
    dependence: 'REPAIRED',
    meaning: 'Charges of a mandate that ended: the schedule asks the bank within the hour.',
  },
  {
    service: 'mandate',
    events: 'payment_user.erased',
    dependence: 'LOST',
    meaning: 'The mandates of this payer still hold what was erased elsewhere: replay it instead.',
  },
  {
    service: 'mandate',
    events: 'payment_link.',
    dependence: 'LOST',
    meaning: 'A draft of a mandate stays open; it is given up should its payer authorize it.',
  },
  {
    service: 'webhook-dispatch',
    events: '',
    dependence: 'LOST',
    meaning: 'No endpoint gets this webhook; consumers see the state when they read the resource.',
  },
];

export function meaningOf(
  service: ServiceName,
  { eventName }: Pick<ParkedMessage, 'eventName'>,
): Pick<Meaning, 'dependence' | 'meaning'> {
  if (eventName === null) {
    return { dependence: 'UNKNOWN', meaning: 'The message is no event that can be read.' };
  }
  const known = MEANINGS.find(
    (each) => (each.service ?? service) === service && eventName.startsWith(each.events),
  );
  if (known) return { dependence: known.dependence, meaning: known.meaning };
  return { dependence: 'LOST', meaning: 'Nothing makes up for it.' };
}

/** @param program the name under which the user called the program */
export function discardedMessage(
  service: ServiceName,
  { message, others }: ParkedOfKey,
  program: string,
): Discarded {
  const sound = others.filter(({ reason }) => reason === FOLLOWER);
  const failed = others.filter(({ reason }) => reason !== FOLLOWER);
  const { topic, key } = message;
  return {
    discarded: true,
    event: message.eventName,
    aggregate: key,
    ...meaningOf(service, message),
    sound_followers: sound.map(({ id }) => id),
    failed_followers: failed.map(({ id }) => id),
    next: others.length === 0 ? null : `${program} replay --topic ${topic} --key ${key}`,
  };
}

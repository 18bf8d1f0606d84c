declare const kind: unique symbol;

/** A ULID: 26 characters of Crockford base 32, sortable by creation time. One TypeScript type per kind. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

export type CustomerAppId = Id<'CustomerApp'>;
export type ClientId = Id<'Client'>;
export type PaymentUserId = Id<'PaymentUser'>;
export type PaymentAccountId = Id<'PaymentAccount'>;
export type PaymentLinkId = Id<'PaymentLink'>;
export type PaymentId = Id<'Payment'>;
export type PaymentMethodId = Id<'PaymentMethod'>;
export type PaymentAttemptId = Id<'PaymentAttempt'>;
export type PayoutId = Id<'Payout'>;
export type DisputeId = Id<'Dispute'>;
export type BillId = Id<'Bill'>;
export type MandateId = Id<'Mandate'>;
export type LoginIdentityId = Id<'LoginIdentity'>;
export type AccountId = Id<'Account'>;
export type TransactionId = Id<'Transaction'>;
export type StatementId = Id<'Statement'>;
export type LedgerTransferId = Id<'LedgerTransfer'>;
export type EventId = Id<'Event'>;
export type LinkSessionId = Id<'LinkSession'>;
export type WebhookEndpointId = Id<'WebhookEndpoint'>;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;
/** Characters of the random step from one ID to the next of the same millisecond: 40 bits. */
const STEP_CHARACTERS = 8;
/** The last ID of this process. */
const last = { time: -1, random: new Uint8Array(RANDOM_CHARACTERS) };
/** Asking for a few random bytes costs more than the rest of an ID: many are taken at once. */
const pool = new Uint8Array(4096);
let unused = 0;

/**
 * A new ID whose time part is `at` (UTC, ms), real time: IDs follow the order of creation even while
 * the clock of an app stands still. The random part has 79 bits. Within one millisecond each ID of a
 * process is a random step of 40 bits above the one before.
 */
export function newId<T extends Id<string>>(at: Date): T {
  let time = at.getTime();
  const { random } = last;
  if (time === last.time) {
    addStep(random);
  } else {
    last.time = time;
    for (let i = 0; i < RANDOM_CHARACTERS; i += 1) random[i] = randomDigit();
    // half of the room is left for steps
    random[0] = (random[0] ?? 0) >> 1;
  }
  let text = '';
  for (let i = 0; i < TIME_CHARACTERS; i += 1) {
    text = ALPHABET.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  for (const digit of random) text += ALPHABET.charAt(digit);
  return text as T;
}

function addStep(digits: Uint8Array): void {
  let carry = 1;
  for (let i = RANDOM_CHARACTERS - 1; i >= 0; i -= 1) {
    const step = i < RANDOM_CHARACTERS - STEP_CHARACTERS ? 0 : randomDigit();
    const sum = (digits[i] ?? 0) + step + carry;
    digits[i] = sum & 31;
    carry = sum >> 5;
  }
}

/** From 0 to 31. */
function randomDigit(): number {
  if (unused === 0) {
    crypto.getRandomValues(pool);
    unused = pool.length;
  }
  unused -= 1;
  return (pool[unused] ?? 0) & 31;
}

/** The time part of an ID, as `newId` got it. */
export function createdAtOf(id: Id<string>): Date {
  let time = 0;
  for (const character of id.slice(0, TIME_CHARACTERS)) {
    time = time * 32 + ALPHABET.indexOf(character);
  }
  return new Date(time);
}

/** The only door from text to an ID: the ID, or undefined when the text is not a ULID. */
export function parseId<T extends Id<string>>(raw: unknown): T | undefined {
  return typeof raw === 'string' && ULID.test(raw) ? (raw as T) : undefined;
}

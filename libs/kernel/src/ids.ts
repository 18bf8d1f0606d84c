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
/** The last ID of this process: the next one of the same millisecond is larger. */
let last = { time: -1, random: 0n };

/**
 * A new ID whose time part is `at` (UTC, ms), real time: IDs follow the order of creation even while
 * the clock of an app stands still. The random part has 79 bits. Within one millisecond each ID of a
 * process is a random step of 40 bits above the one before.
 */
export function newId<T extends Id<string>>(at: Date): T {
  const time = at.getTime();
  const random = time === last.time ? last.random + 1n + randomBits(40) : randomBits(79);
  last = { time, random };
  return (digits(BigInt(time), TIME_CHARACTERS) + digits(random, RANDOM_CHARACTERS)) as T;
}

function randomBits(bits: number): bigint {
  const [high = 0n, low = 0n] = crypto.getRandomValues(new BigUint64Array(2));
  return BigInt.asUintN(bits, (high << 64n) | low);
}

function digits(value: bigint, length: number): string {
  let text = '';
  for (let shift = 5 * (length - 1); shift >= 0; shift -= 5) {
    text += ALPHABET.charAt(Number((value >> BigInt(shift)) & 31n));
  }
  return text;
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

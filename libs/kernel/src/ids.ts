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
const RANDOM_BYTES = 16;

/** A new ID whose time part is `at` (UTC, ms). The random part has 80 bits. */
export function newId<T extends Id<string>>(at: Date): T {
  let text = '';
  let time = at.getTime();
  for (let i = 0; i < TIME_CHARACTERS; i += 1) {
    text = ALPHABET.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))) {
    text += ALPHABET.charAt(byte % 32);
  }
  return text as T;
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

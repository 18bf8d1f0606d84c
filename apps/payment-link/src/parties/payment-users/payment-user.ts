import { DomainError, parseId, type PaymentUserId } from '@towpath/kernel';
import type { PaymentUserRow } from './payment-user.table.js';

export interface UserDetail {
  readonly details_type?: string;
  readonly values?: readonly string[];
}

/** Data that can be erased while rows about money stay. */
export interface PersonalData {
  readonly name: string | null;
  readonly email: string | null;
  readonly userDetails: readonly UserDetail[] | null;
  /** Earlier names and e-mail addresses, newest first: an erasure finds texts with them. */
  readonly formerNames?: readonly string[];
}

const MAX_FORMER_NAMES = 100;

/** The personal data of an erased user. */
export const NO_PERSONAL_DATA: PersonalData = { name: null, email: null, userDetails: null };

export interface PaymentUserSnapshot extends Omit<PaymentUserRow, 'personalSealed' | 'emailHash'> {
  readonly personal: PersonalData;
}

export type PaymentUserContent = Pick<
  PaymentUserSnapshot,
  'personal' | 'userType' | 'autopayConsent' | 'metadata' | 'integrationMetadata'
>;

/** Absent members do not change; null clears a member. */
export type PaymentUserPatch = Partial<
  Pick<PersonalData, 'name' | 'email'> &
    Pick<PaymentUserRow, 'userType' | 'metadata' | 'nextBillUpdate'> & {
      readonly autopayConsent: boolean | null;
    }
>;

export type PaymentUserEventName =
  | 'payment_user.created'
  | 'payment_user.updated'
  | 'payment_user.erased'
  | 'payment_user.autopay_consent_granted'
  | 'payment_user.autopay_consent_revoked';

/** A payment user has no status: its events are numbered here, without gaps. */
interface PaymentUserChange {
  readonly event: PaymentUserEventName;
  readonly sequence: number;
  readonly occurredAt: Date;
}

/** A person or business that pays a customer app, identified by that app's own ID. */
export class PaymentUser {
  readonly changes: PaymentUserChange[] = [];

  private constructor(private state: PaymentUserSnapshot) {}

  static create(
    identity: Pick<
      PaymentUserSnapshot,
      'userId' | 'customerAppId' | 'externalUserId' | 'contentHash'
    >,
    content: PaymentUserContent,
    at: Date,
  ): PaymentUser {
    const user = new PaymentUser({
      ...identity,
      ...content,
      nextBillUpdate: null,
      sequence: 0,
      erasedAt: null,
      createdAt: at,
      updatedAt: at,
    });
    user.record('payment_user.created', at);
    if (content.autopayConsent) user.record('payment_user.autopay_consent_granted', at);
    return user;
  }

  static restore(snapshot: PaymentUserSnapshot): PaymentUser {
    return new PaymentUser(snapshot);
  }

  get snapshot(): PaymentUserSnapshot {
    return this.state;
  }

  get isErased(): boolean {
    return this.state.erasedAt !== null;
  }

  /** Throws `INVALID_REQUEST`: no new data of an erased user is stored. */
  assertNotErased(): void {
    if (!this.isErased) return;
    throw new DomainError('INVALID_REQUEST', 'The payment user was erased and cannot be changed.');
  }

  /** An update that changes nothing leaves no trace. */
  update(patch: PaymentUserPatch, at: Date): void {
    this.assertNotErased();
    const { autopayConsent, ...rest } = patch;
    const consent = autopayConsent === undefined ? this.state.autopayConsent : autopayConsent;
    const before = this.state;
    this.state = { ...before, ...patched(before, rest) };
    if (!sameMembers(before, this.state)) this.record('payment_user.updated', at);
    this.consentTo(consent ?? false, at);
  }

  /**
   * Deletes everything that identifies the person here or elsewhere. The ID, the customer app's own
   * ID and the type stay for rows about money.
   */
  erase(at: Date): void {
    this.assertNotErased();
    this.state = {
      ...this.state,
      personal: NO_PERSONAL_DATA,
      // It could confirm a guess.
      contentHash: '',
      metadata: null,
      integrationMetadata: null,
      nextBillUpdate: null,
      erasedAt: at,
    };
    this.record('payment_user.updated', at);
    this.record('payment_user.erased', at);
    this.consentTo(false, at);
  }

  private consentTo(autopayConsent: boolean, at: Date): void {
    if (autopayConsent === this.state.autopayConsent) return;
    this.state = { ...this.state, autopayConsent };
    const granted = autopayConsent ? 'granted' : 'revoked';
    this.record(`payment_user.autopay_consent_${granted}`, at);
  }

  private record(event: PaymentUserEventName, occurredAt: Date): void {
    const sequence = this.state.sequence + 1;
    this.state = { ...this.state, sequence, updatedAt: occurredAt };
    this.changes.push({ event, sequence, occurredAt });
  }
}

function patched(
  { personal, userType, metadata, nextBillUpdate }: PaymentUserSnapshot,
  patch: Omit<PaymentUserPatch, 'autopayConsent'>,
): Pick<PaymentUserSnapshot, 'personal' | 'userType' | 'metadata' | 'nextBillUpdate'> {
  const name = chosen(patch.name, personal.name);
  const email = chosen(patch.email, personal.email);
  return {
    personal: { ...personal, ...formerNames(personal, [name, email]), name, email },
    userType: chosen(patch.userType, userType),
    metadata: chosen(patch.metadata, metadata),
    nextBillUpdate: chosen(patch.nextBillUpdate, nextBillUpdate),
  };
}

/** Nothing while no name was replaced. */
function formerNames(
  { name, email, formerNames: known = [] }: PersonalData,
  present: readonly (string | null)[],
): Pick<PersonalData, 'formerNames'> {
  const replaced = [name, email]
    .filter((each) => each !== null)
    .filter((each) => !present.includes(each));
  if (replaced.length === 0) return {};
  return { formerNames: [...new Set([...replaced, ...known])].slice(0, MAX_FORMER_NAMES) };
}

function chosen<T>(asked: T | undefined, present: T): T {
  return asked === undefined ? present : asked;
}

function sameMembers(a: PaymentUserSnapshot, b: PaymentUserSnapshot): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function userNotFound(): DomainError {
  return new DomainError('PAYMENT_USER_NOT_FOUND', 'No payment user has this ID.');
}

/** An `external_user_id` is never used again after the erasure of its person. */
export function externalUserErased(): DomainError {
  return new DomainError(
    'DUPLICATE_REFERENCE',
    'external_user_id belonged to a payment user who was erased; use another one.',
  );
}

export function parseUserId(raw: string): PaymentUserId {
  const userId = parseId<PaymentUserId>(raw);
  if (!userId) throw userNotFound();
  return userId;
}

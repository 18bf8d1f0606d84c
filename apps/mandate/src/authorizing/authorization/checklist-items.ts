import {
  AccountholderAuthentication,
  AccountIdentification,
  ChecklistItems,
  LimitedConsent,
  type ChecklistItem,
  type ShownConsentText,
  UserIdentification,
} from '@towpath/contracts/mandate';
import { parseJson, validated } from '@towpath/http';
import { assertUnreachable, DomainError } from '@towpath/kernel';
import type { FactorType } from '../../mandates/checklists/checklist.table.js';

interface Base<Type extends FactorType> {
  readonly type: Type;
  /** Name of the option. */
  readonly name: string;
  /** `items.0`, for refusals of this item. */
  readonly path: string;
}

export type SubmittedItem =
  | (Base<'ACCOUNT_IDENTIFICATION'> & { readonly value: AccountIdentification })
  | (Base<'USER_IDENTIFICATION'> & { readonly value: UserIdentification })
  | (Base<'ENDUSER_CONSENT'> & {
      /** The text that the payer saw; null if the sender does not state it. */
      readonly shown: ShownConsentText | null;
      /** The payer's own limit for one payment, in minor units; null for none. */
      readonly payerMaxAmount: number | null;
    })
  | (Base<'ACCOUNTHOLDER_AUTHENTICATION'> & { readonly value: AccountholderAuthentication });

export type LoginItem = Extract<SubmittedItem, { readonly type: 'ACCOUNTHOLDER_AUTHENTICATION' }>;

/** Reads a payload and checks every member. Throws INVALID_REQUEST with the name of the member. */
export function readItems(plaintext: Buffer): readonly SubmittedItem[] {
  const source = parseJson(plaintext);
  const { items } = validated(ChecklistItems, { source, what: 'body' });
  const raw = (source as { readonly items: readonly { readonly value?: unknown }[] }).items;
  const seen = new Set<FactorType>();
  return items.map((item, index) => {
    const { type } = item;
    const path = `items.${index}`;
    if (seen.has(type)) throw invalid(`${path}.type must not be given twice.`);
    seen.add(type);
    return itemOf(item, path, raw[index]?.value);
  });
}

function itemOf(item: ChecklistItem, path: string, value: unknown): SubmittedItem {
  const { type, name, consent_text: shown = null } = item;
  switch (type) {
    case 'ACCOUNT_IDENTIFICATION':
      return { type, name, path, value: valueOf(AccountIdentification, value, path) };
    case 'USER_IDENTIFICATION':
      return { type, name, path, value: valueOf(UserIdentification, value, path) };
    case 'ENDUSER_CONSENT':
      return { type, name, path, shown, payerMaxAmount: payerMaxIn(value, path) };
    case 'ACCOUNTHOLDER_AUTHENTICATION':
      return { type, name, path, value: valueOf(AccountholderAuthentication, value, path) };
    default:
      return assertUnreachable(type);
  }
}

function payerMaxIn(value: unknown, path: string): number | null {
  if (value === true) return null;
  if (typeof value === 'object' && value !== null) {
    return valueOf(LimitedConsent, value, path).max_transaction_amount;
  }
  throw invalid(`${path}.value must be true or an object with max_transaction_amount.`);
}

function valueOf<T extends object>(type: new () => T, source: unknown, path: string): T {
  try {
    return validated(type, { source, what: 'body' });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid(`${path}.value: ${error.explanation}`);
  }
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}

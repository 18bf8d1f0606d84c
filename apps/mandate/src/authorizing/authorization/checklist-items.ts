import { isLocalNumber, plainAccountNumber } from '@towpath/contracts';
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
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';

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

export function loginIn(items: readonly SubmittedItem[]): LoginItem | undefined {
  return items.find((item) => item.type === 'ACCOUNTHOLDER_AUTHENTICATION');
}

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

/** A payer's own limit reaches the bank in place of the agreed one: it may only be narrower. */
export function assertPayerMax(
  { path, payerMaxAmount }: { readonly path: string; readonly payerMaxAmount: number | null },
  { maxTransactionAmount: agreed }: Pick<MandateSnapshot, 'maxTransactionAmount'>,
): void {
  if (payerMaxAmount === null || agreed === null || payerMaxAmount <= agreed) return;
  throw new DomainError(
    'TRANSACTION_LIMIT_EXCEEDED',
    `${path}.value.max_transaction_amount must not be more than ${agreed}, the limit of the mandate.`,
  );
}

/** An account number must be possible in a country of the institution. */
export function assertPossibleAccount(
  { path, value }: Extract<SubmittedItem, { readonly type: 'ACCOUNT_IDENTIFICATION' }>,
  countries: readonly string[],
): void {
  const { type, number } = plainAccountNumber(value.account_number);
  if (type === 'IBAN' || isLocalNumber(number, countries)) return;
  throw invalid(
    `${path}.value: account_number must be an account number of ${countries.join(', ')}.`,
  );
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

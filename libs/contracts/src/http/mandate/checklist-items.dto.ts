import { field } from '../../fields/index.js';
import {
  CHECKLIST_FACTOR_TYPES,
  LOGIN_METHOD_NAMES,
  SENDER_DETAIL_TYPES,
  type ChecklistFactorType,
  type LoginMethodName,
  type SenderDetailType,
} from '../../states/index.js';
import { ibanOf, looksLikeIban } from '../../validation/account-numbers.js';
import { check } from '../../validation/check.js';

/** Which text of the consent a payer was shown. */
export class ShownConsentText {
  @field.text('Version of the consent text.', { min: 1, max: 100, example: 'mandate-1' })
  version: string;
  @field.text('SHA-256 of the consent text in UTF-8, hexadecimal.', { min: 64, max: 64 })
  sha256: string;
}

/** One entry of an encrypted checklist; its `value` depends on the type. */
export class ChecklistItem {
  @field.enum('Type of the checklist factor that the item satisfies.', CHECKLIST_FACTOR_TYPES)
  type: ChecklistFactorType;
  @field.enum('Name of the chosen option of that factor.', LOGIN_METHOD_NAMES)
  name: LoginMethodName;
  @field.object(
    'Consent text that the payer saw. Refused if the text has changed since.',
    () => ShownConsentText,
    { optional: true },
  )
  consent_text?: ShownConsentText;
}

/** The plaintext of an encrypted submission: UTF-8 JSON. */
export class ChecklistItems {
  @field.objectList('Checklist items, each factor at most once.', () => ChecklistItem, {
    minItems: 1,
    maxItems: CHECKLIST_FACTOR_TYPES.length,
  })
  items: ChecklistItem[];
}

/** Four digits at least; the longest IBAN has 34 characters, in groups of four. */
const ACCOUNT_NUMBER = /^(?=(?:\D*\d){4})[0-9A-Za-z][0-9A-Za-z -]{2,40}[0-9A-Za-z]$/;

/** Value of `ACCOUNT_IDENTIFICATION`. */
export class AccountIdentification {
  @field.text('Account number of the payer, with at least 4 digits. An IBAN must be right.', {
    min: 4,
    max: 42,
    example: '012-345678-833',
    checks: [isAccountNumber()],
  })
  account_number: string;
  @field.text('Name of the account holder.', {
    min: 1,
    max: 140,
    notBlank: true,
    example: 'Chan Tai Man',
  })
  accountholder_name: string;
}

/** Value of `USER_IDENTIFICATION`. */
export class UserIdentification {
  @field.enum(
    'Kind of detail: an identity document, or the registration of a company.',
    SENDER_DETAIL_TYPES,
  )
  details_type: SenderDetailType;
  @field.textList('1 to 10 values of the detail.', {
    minItems: 1,
    maxItems: 10,
    each: { min: 1, max: 1000 },
  })
  values: string[];
}

/** Value of `ENDUSER_CONSENT` for a payer who sets a limit of their own; else it is `true`. */
export class LimitedConsent {
  @field.amount('Maximum amount of one payment, in minor units. The bank rejects higher amounts.', {
    min: 1,
  })
  max_transaction_amount: number;
}

/** Value of `ACCOUNTHOLDER_AUTHENTICATION`. */
export class AccountholderAuthentication {
  @field.text('User ID of the payer at the institution.', { min: 1, max: 100 }) user_id: string;
  @field.text('Password of the payer at the institution. We never store it.', { min: 1, max: 200 })
  password: string;
  @field.text('One-time password, once the institution asks for it.', {
    optional: true,
    min: 1,
    max: 20,
  })
  otp?: string;
}

function isAccountNumber(): PropertyDecorator {
  return check({
    name: 'isAccountNumber',
    must: 'must be an account number: letters and at least 4 digits, spaces and hyphens between them; an IBAN needs the right length and check digits',
    test: (value) =>
      typeof value === 'string' &&
      ACCOUNT_NUMBER.test(value) &&
      (!looksLikeIban(value) || ibanOf(value) !== null),
  });
}

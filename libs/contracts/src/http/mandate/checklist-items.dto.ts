import {
  AmountField,
  EnumField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
} from '../../fields/index.js';
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
  @TextField({
    min: 1,
    max: 100,
    description: 'Version of the consent text.',
    example: 'mandate-1',
  })
  version: string;

  @TextField({
    min: 64,
    max: 64,
    description: 'SHA-256 of the consent text in UTF-8, hexadecimal.',
  })
  sha256: string;
}

/** One entry of an encrypted checklist; its `value` depends on the type. */
export class ChecklistItem {
  @EnumField(CHECKLIST_FACTOR_TYPES, {
    description: 'Type of the checklist factor that the item satisfies.',
  })
  type: ChecklistFactorType;

  @EnumField(LOGIN_METHOD_NAMES, { description: 'Name of the chosen option of that factor.' })
  name: LoginMethodName;

  @ObjectField(() => ShownConsentText, {
    optional: true,
    description: 'Consent text that the payer saw. Refused if the text has changed since.',
  })
  consent_text?: ShownConsentText;
}

/** The plaintext of an encrypted submission: UTF-8 JSON. */
export class ChecklistItems {
  @ObjectListField(() => ChecklistItem, {
    minItems: 1,
    maxItems: CHECKLIST_FACTOR_TYPES.length,
    description: 'Checklist items, each factor at most once.',
  })
  items: ChecklistItem[];
}

/** Four digits at least; the longest IBAN has 34 characters, in groups of four. */
const ACCOUNT_NUMBER = /^(?=(?:\D*\d){4})[0-9A-Za-z][0-9A-Za-z -]{2,40}[0-9A-Za-z]$/;

/** Value of `ACCOUNT_IDENTIFICATION`. */
export class AccountIdentification {
  @IsAccountNumber()
  @TextField({
    min: 4,
    max: 42,
    description: 'Account number of the payer, with at least 4 digits. An IBAN must be right.',
    example: '012-345678-833',
  })
  account_number: string;

  @TextField({
    min: 1,
    max: 140,
    notBlank: true,
    description: 'Name of the account holder.',
    example: 'Chan Tai Man',
  })
  accountholder_name: string;
}

/** Value of `USER_IDENTIFICATION`. */
export class UserIdentification {
  @EnumField(SENDER_DETAIL_TYPES, {
    description: 'Kind of detail: an identity document, or the registration of a company.',
  })
  details_type: SenderDetailType;

  @TextListField({
    minItems: 1,
    maxItems: 10,
    each: { min: 1, max: 1000 },
    description: '1 to 10 values of the detail.',
  })
  values: string[];
}

/** Value of `ENDUSER_CONSENT` for a payer who sets a limit of their own; else it is `true`. */
export class LimitedConsent {
  @AmountField({
    min: 1,
    description: 'Maximum amount of one payment, in minor units. The bank rejects higher amounts.',
  })
  max_transaction_amount: number;
}

/** Value of `ACCOUNTHOLDER_AUTHENTICATION`. */
export class AccountholderAuthentication {
  @TextField({ min: 1, max: 100, description: 'User ID of the payer at the institution.' })
  user_id: string;

  @TextField({
    min: 1,
    max: 200,
    description: 'Password of the payer at the institution. We never store it.',
  })
  password: string;

  @TextField({
    optional: true,
    min: 1,
    max: 20,
    description: 'One-time password, once the institution asks for it.',
  })
  otp?: string;
}

function IsAccountNumber(): PropertyDecorator {
  return check({
    name: 'isAccountNumber',
    must: 'must be an account number: letters and at least 4 digits, spaces and hyphens between them; an IBAN needs the right length and check digits',
    test: (value) =>
      typeof value === 'string' &&
      ACCOUNT_NUMBER.test(value) &&
      (!looksLikeIban(value) || ibanOf(value) !== null),
  });
}

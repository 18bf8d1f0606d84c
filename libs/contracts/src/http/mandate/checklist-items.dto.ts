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
import { check } from '../../validation/check.js';

/** Which text of the consent a payer was shown. */
export class ShownConsentText {
  @TextField({ min: 1, max: 100, description: 'Its version.', example: 'mandate-1' })
  version: string;

  @TextField({ min: 64, max: 64, description: 'SHA-256 of the text in UTF-8, hexadecimal.' })
  sha256: string;
}

/** One entry of an encrypted checklist; its `value` depends on the type. */
export class ChecklistItem {
  @EnumField(CHECKLIST_FACTOR_TYPES, { description: 'The factor.' })
  type: ChecklistFactorType;

  @EnumField(LOGIN_METHOD_NAMES, { description: 'The name of one of its options.' })
  name: LoginMethodName;

  @ObjectField(() => ShownConsentText, {
    optional: true,
    description: 'With a consent: what was shown. Refused when it is another text by now.',
  })
  consent_text?: ShownConsentText;
}

/** The plaintext of an encrypted submission: UTF-8 JSON. */
export class ChecklistItems {
  @ObjectListField(() => ChecklistItem, {
    minItems: 1,
    maxItems: CHECKLIST_FACTOR_TYPES.length,
    description: 'Each factor at most once.',
  })
  items: ChecklistItem[];
}

/** Four digits at least, in groups or not. */
const ACCOUNT_NUMBER = /^(?=(?:\D*\d){4})[0-9A-Za-z][0-9A-Za-z -]{2,32}[0-9A-Za-z]$/;

/** Value of `ACCOUNT_IDENTIFICATION`. */
export class AccountIdentification {
  @IsAccountNumber()
  @TextField({ min: 4, max: 34, description: 'At least 4 digits.', example: '012-345678-833' })
  account_number: string;

  @TextField({ min: 1, max: 140, description: 'Who holds it.', example: 'Chan Tai Man' })
  accountholder_name: string;
}

/** Value of `USER_IDENTIFICATION`. */
export class UserIdentification {
  @EnumField(SENDER_DETAIL_TYPES, { description: 'Kind of detail.' })
  details_type: SenderDetailType;

  @TextListField({
    minItems: 1,
    maxItems: 10,
    each: { min: 1, max: 1000 },
    description: '1 to 10 values.',
  })
  values: string[];
}

/** Value of `ENDUSER_CONSENT` for a payer who sets a limit of their own; else it is `true`. */
export class LimitedConsent {
  @AmountField({ min: 1, description: 'Most for one payment: the bank rejects more.' })
  max_transaction_amount: number;
}

/** Value of `ACCOUNTHOLDER_AUTHENTICATION`. */
export class AccountholderAuthentication {
  @TextField({ min: 1, max: 100, description: 'As the institution knows the payer.' })
  user_id: string;

  @TextField({ min: 1, max: 200, description: 'Never stored.' })
  password: string;

  @TextField({ optional: true, min: 1, max: 20, description: 'Once the institution asks for it.' })
  otp?: string;
}

function IsAccountNumber(): PropertyDecorator {
  return check({
    name: 'isAccountNumber',
    must: 'must be an account number: letters and at least 4 digits, spaces and hyphens between them',
    test: (value) => typeof value === 'string' && ACCOUNT_NUMBER.test(value),
  });
}

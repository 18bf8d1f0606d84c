import { EmbeddedError } from '../../errors/embedded-error.js';
import { field, type Condition } from '../../fields/index.js';
import {
  CHECKLIST_FACTOR_TYPES,
  CHECKLIST_SUBMITTERS,
  FACTOR_REQUIREMENTS,
  INSTITUTION_USER_TYPES,
  LOGIN_METHOD_NAMES,
  MANDATE_STATUSES,
  PAGE_LANGUAGES,
  UI_MODES,
  USER_TYPES,
  type ChecklistFactorType,
  type ChecklistSubmitter,
  type FactorRequirement,
  type InstitutionUserType,
  type LoginMethodName,
  type MandateStatus,
  type PageLanguage,
  type UiMode,
  type UserType,
} from '../../states/index.js';
import { MandateConsentText } from './mandate-consent-text.dto.js';
import { MandateDetails } from './mandate.dto.js';

const whenRedirecting: Condition = {
  text: 'when ui_mode is redirect or auto_redirect',
  test: (page) => page['ui_mode'] === 'redirect' || page['ui_mode'] === 'auto_redirect',
};

/** Offer, appearance and return address of the hosted mandate page. */
export class MandateLinkCustomizationsRequest {
  @field.textList('Only institutions of one of these countries, by alpha-3 code.', {
    optional: true,
    maxItems: 300,
    each: { max: 3 },
    example: ['HKG'],
  })
  countries?: string[];
  @field.text('Institution that is chosen when the page opens. The payer may choose another.', {
    optional: true,
    min: 1,
    max: 100,
    example: 'testbank',
  })
  institution_id?: string;
  @field.text('Only institutions with these statuses: alpha, beta, supported, joined by spaces.', {
    optional: true,
    max: 100,
    example: 'beta supported',
  })
  institution_status?: string;
  @field.enum('Language of the page (default en).', PAGE_LANGUAGES, { optional: true })
  language?: PageLanguage;
  @field.text('Only institutions with these tags: real, test, joined by a space.', {
    optional: true,
    max: 100,
    example: 'real test',
  })
  link_mode?: string;
  @field.textList('Only institutions that support all of these. MANDATE is always required.', {
    optional: true,
    maxItems: 20,
    each: { max: 100 },
    example: ['MANDATE'],
  })
  products_supported?: string[];
  @field.enum('How the page opens and ends.', UI_MODES, { optional: true }) ui_mode?: UiMode;
  @field.returnUri(
    'Where the payer returns to: an https URL. Test apps may use http on loopback.',
    {
      requiredWhen: whenRedirecting,
      example: 'https://shop.example.com/return',
    },
  )
  redirect_uri?: string;
  @field.enumList('Only institutions for these kinds of users.', INSTITUTION_USER_TYPES, {
    optional: true,
    maxItems: 10,
    example: ['INDIVIDUAL'],
  })
  user_type?: InstitutionUserType[];
}

export class CreateMandateLinkRequest {
  @field.text('ID of the mandate to authorize.', {
    min: 1,
    max: 100,
    example: '01JQ0000000000000000000MAN',
  })
  mandate_id: string;
  @field.object(
    'Options of the hosted page; may be empty.',
    () => MandateLinkCustomizationsRequest,
    { example: {} },
  )
  link_customizations: MandateLinkCustomizationsRequest;
}

export class MandateLinkResponse {
  @field.text('Access token for your own user interface, bound to the mandate.')
  access_token: string;
  @field.enum('Type of the token.', ['Bearer']) token_type: 'Bearer';
  @field.integer('Lifetime of the access token in seconds.', { min: 1, example: 1800 })
  expires_in: number;
  @field.url('URL of the hosted page. It opens once, within 300 seconds.') link_url: string;
}

export class SetMandateInstitutionRequest {
  @field.text("The payer's institution.", { min: 1, max: 100, example: 'testbank' })
  institution_id: string;
}

export class SetMandateInstitutionResponse {
  @field.id('ID of the mandate.') mandate_id: string;
}

/** One accepted way to satisfy a factor. */
export class ChecklistOption {
  @field.enum('Name to submit with the item.', LOGIN_METHOD_NAMES) name: LoginMethodName;
  @field.instant('When it was submitted.', { optional: true, nullable: true }) submitted_at?:
    string | null;
  @field.enum('Where it was submitted.', CHECKLIST_SUBMITTERS, { optional: true })
  submitted_by?: ChecklistSubmitter;
  @field.url('URL of the institution. Open it top-level.', { optional: true })
  redirect_url?: string;
  @field.textList(
    'Members of the value that are requested now; none for a plain value or a redirect.',
    { optional: true, example: ['user_id', 'password'] },
  )
  value_members?: string[];
}

export class ChecklistFactor {
  @field.enum('What the payer must give.', CHECKLIST_FACTOR_TYPES) type: ChecklistFactorType;
  @field.text('Groups factors of the same kind.', { example: 'account' }) group_id: string;
  @field.enum('Whether it is required now.', FACTOR_REQUIREMENTS) required: FactorRequirement;
  @field.text('Hint to show to the user.', { optional: true }) helper_text?: string;
  @field.objectList('Empty until an institution is chosen.', () => ChecklistOption)
  options: ChecklistOption[];
}

/** The key and method to encrypt checklist items. */
export class ChecklistEncryptionInfo {
  @field.url('URL of the key set.', { example: 'http://127.0.0.1:8080/payments/jwks' })
  jwks_url: string;
  @field.text('kid of the key to use.') key_id: string;
}

export class MandateAuthRecipient {
  @field.text('Merchant account name.', { optional: true, example: 'Harbour Books' }) name?: string;
}

export class MandateAuthResponse {
  @field.id('ID of the mandate.') mandate_id: string;
  @field.enum('Status of the mandate.', MANDATE_STATUSES) mandate_status: MandateStatus;
  @field.text('ID of the settlement account that receives the payments.')
  recipient_account_id: string;
  @field.text('Empty until an institution is chosen.', { example: 'testbank' })
  institution_id: string;
  @field.objectList('Factors of the authorization.', () => ChecklistFactor)
  auth_checklist: ChecklistFactor[];
  @field.object('Key to encrypt items with.', () => ChecklistEncryptionInfo)
  encryption_info: ChecklistEncryptionInfo;
  @field.instant('When the checklist or the mandate last changed.') last_update: string;
  @field.enum('Person or company that pays.', USER_TYPES, { optional: true })
  sender_type?: UserType;
  @field.object('Reason of a failure, if any.', () => EmbeddedError, { optional: true })
  error?: EmbeddedError;
  @field.object('Currency, dates and limits.', () => MandateDetails, { optional: true })
  mandate_details?: MandateDetails;
  @field.object('Payment recipient.', () => MandateAuthRecipient, { optional: true })
  recipient?: MandateAuthRecipient;
  @field.object('Our consent text.', () => MandateConsentText, { optional: true })
  consent?: MandateConsentText;
}

const BASE64 = 'Base64.';

/** Checklist items, encrypted: `{"items":[{"type","name","value"}]}` in UTF-8. */
export class SubmitChecklistRequest {
  @field.text('kid of the public key that you used.', {
    min: 1,
    max: 100,
    example: 'dGhlLWtleS1vZi10aGUtY2hlY2tsaXN0',
  })
  key_id: string;
  @field.text(`${BASE64} The AES key, wrapped by RSA-OAEP with SHA-256.`, {
    min: 1,
    max: 1000,
    example: 'c2VhbGVkIGtleQ==',
  })
  envelope_encryption_key: string;
  @field.text(`${BASE64} The initialization vector: 16 random bytes.`, {
    min: 1,
    max: 100,
    example: 'AAAAAAAAAAAAAAAAAAAAAA==',
  })
  initialization_vector: string;
  @field.text(`${BASE64} The 16-byte tag of AES-256-GCM.`, {
    min: 1,
    max: 100,
    example: 'AAAAAAAAAAAAAAAAAAAAAA==',
  })
  message_authentication_code: string;
  @field.text(`${BASE64} The items under AES-256-GCM, without the tag.`, {
    min: 1,
    example: 'c2VhbGVkIGl0ZW1z',
  })
  ciphertext: string;
}

export class SubmitChecklistResponse {
  @field.id('ID of the mandate.') mandate_id: string;
  @field.objectList('Checklist after the submission.', () => ChecklistFactor)
  auth_checklist: ChecklistFactor[];
  @field.enum('Status of the mandate.', MANDATE_STATUSES) mandate_status: MandateStatus;
  @field.instant('When the checklist or the mandate last changed.') last_update: string;
}

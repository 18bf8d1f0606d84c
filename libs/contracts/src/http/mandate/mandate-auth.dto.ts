import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  EnumField,
  EnumListField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  ObjectListField,
  ReturnUriField,
  TextField,
  TextListField,
  UrlField,
  type Condition,
} from '../../fields/index.js';
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
  @TextListField({
    optional: true,
    maxItems: 300,
    each: { max: 3 },
    description: 'Only institutions of one of these countries, by alpha-3 code.',
    example: ['HKG'],
  })
  countries?: string[];

  @TextField({
    optional: true,
    min: 1,
    max: 100,
    description: 'Institution that is chosen when the page opens. The payer may choose another.',
    example: 'testbank',
  })
  institution_id?: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'Only institutions with these statuses: alpha, beta, supported, joined by spaces.',
    example: 'beta supported',
  })
  institution_status?: string;

  @EnumField(PAGE_LANGUAGES, { optional: true, description: 'Language of the page (default en).' })
  language?: PageLanguage;

  @TextField({
    optional: true,
    max: 100,
    description: 'Only institutions with these tags: real, test, joined by a space.',
    example: 'real test',
  })
  link_mode?: string;

  @TextListField({
    optional: true,
    maxItems: 20,
    each: { max: 100 },
    description: 'Only institutions that support all of these. MANDATE is always required.',
    example: ['MANDATE'],
  })
  products_supported?: string[];

  @EnumField(UI_MODES, { optional: true, description: 'How the page opens and ends.' })
  ui_mode?: UiMode;

  @ReturnUriField({
    requiredWhen: whenRedirecting,
    description: 'Where the payer returns to: an https URL. Test apps may use http on loopback.',
    example: 'https://shop.example.com/return',
  })
  redirect_uri?: string;

  @EnumListField(INSTITUTION_USER_TYPES, {
    optional: true,
    maxItems: 10,
    description: 'Only institutions for these kinds of users.',
    example: ['INDIVIDUAL'],
  })
  user_type?: InstitutionUserType[];
}

export class CreateMandateLinkRequest {
  @TextField({
    min: 1,
    max: 100,
    description: 'ID of the mandate to authorize.',
    example: '01JQ0000000000000000000MAN',
  })
  mandate_id: string;

  @ObjectField(() => MandateLinkCustomizationsRequest, {
    description: 'Options of the hosted page; may be empty.',
    example: {},
  })
  link_customizations: MandateLinkCustomizationsRequest;
}

export class MandateLinkResponse {
  @TextField({ description: 'Access token for your own user interface, bound to the mandate.' })
  access_token: string;

  @EnumField(['Bearer'], { description: 'Type of the token.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime of the access token in seconds.', example: 1800 })
  expires_in: number;

  @UrlField({ description: 'URL of the hosted page. It opens once, within 300 seconds.' })
  link_url: string;
}

export class SetMandateInstitutionRequest {
  @TextField({ min: 1, max: 100, description: "The payer's institution.", example: 'testbank' })
  institution_id: string;
}

export class SetMandateInstitutionResponse {
  @IdField({ description: 'ID of the mandate.' })
  mandate_id: string;
}

/** One accepted way to satisfy a factor. */
export class ChecklistOption {
  @EnumField(LOGIN_METHOD_NAMES, { description: 'Name to submit with the item.' })
  name: LoginMethodName;

  @InstantField({ optional: true, nullable: true, description: 'When it was submitted.' })
  submitted_at?: string | null;

  @EnumField(CHECKLIST_SUBMITTERS, { optional: true, description: 'Where it was submitted.' })
  submitted_by?: ChecklistSubmitter;

  @UrlField({ optional: true, description: 'URL of the institution. Open it top-level.' })
  redirect_url?: string;

  @TextListField({
    optional: true,
    description:
      'Members of the value that are requested now; none for a plain value or a redirect.',
    example: ['user_id', 'password'],
  })
  value_members?: string[];
}

export class ChecklistFactor {
  @EnumField(CHECKLIST_FACTOR_TYPES, { description: 'What the payer must give.' })
  type: ChecklistFactorType;

  @TextField({ description: 'Groups factors of the same kind.', example: 'account' })
  group_id: string;

  @EnumField(FACTOR_REQUIREMENTS, { description: 'Whether it is required now.' })
  required: FactorRequirement;

  @TextField({ optional: true, description: 'Hint to show to the user.' })
  helper_text?: string;

  @ObjectListField(() => ChecklistOption, { description: 'Empty until an institution is chosen.' })
  options: ChecklistOption[];
}

/** The key and method to encrypt checklist items. */
export class ChecklistEncryptionInfo {
  @UrlField({ description: 'URL of the key set.', example: 'http://127.0.0.1:8080/payments/jwks' })
  jwks_url: string;

  @TextField({ description: 'kid of the key to use.' })
  key_id: string;
}

export class MandateAuthRecipient {
  @TextField({ optional: true, description: 'Merchant account name.', example: 'Harbour Books' })
  name?: string;
}

export class MandateAuthResponse {
  @IdField({ description: 'ID of the mandate.' })
  mandate_id: string;

  @EnumField(MANDATE_STATUSES, { description: 'Status of the mandate.' })
  mandate_status: MandateStatus;

  @TextField({ description: 'ID of the settlement account that receives the payments.' })
  recipient_account_id: string;

  @TextField({ description: 'Empty until an institution is chosen.', example: 'testbank' })
  institution_id: string;

  @ObjectListField(() => ChecklistFactor, { description: 'Factors of the authorization.' })
  auth_checklist: ChecklistFactor[];

  @ObjectField(() => ChecklistEncryptionInfo, { description: 'Key to encrypt items with.' })
  encryption_info: ChecklistEncryptionInfo;

  @InstantField({ description: 'When the checklist or the mandate last changed.' })
  last_update: string;

  @EnumField(USER_TYPES, { optional: true, description: 'Person or company that pays.' })
  sender_type?: UserType;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'Reason of a failure, if any.' })
  error?: EmbeddedError;

  @ObjectField(() => MandateDetails, { optional: true, description: 'Currency, dates and limits.' })
  mandate_details?: MandateDetails;

  @ObjectField(() => MandateAuthRecipient, { optional: true, description: 'Payment recipient.' })
  recipient?: MandateAuthRecipient;

  @ObjectField(() => MandateConsentText, { optional: true, description: 'Our consent text.' })
  consent?: MandateConsentText;
}

const BASE64 = 'Base64.';

/** Checklist items, encrypted: `{"items":[{"type","name","value"}]}` in UTF-8. */
export class SubmitChecklistRequest {
  @TextField({
    min: 1,
    max: 100,
    description: 'kid of the public key that you used.',
    example: 'dGhlLWtleS1vZi10aGUtY2hlY2tsaXN0',
  })
  key_id: string;

  @TextField({
    min: 1,
    max: 1000,
    description: `${BASE64} The AES key, wrapped by RSA-OAEP with SHA-256.`,
    example: 'c2VhbGVkIGtleQ==',
  })
  envelope_encryption_key: string;

  @TextField({
    min: 1,
    max: 100,
    description: `${BASE64} The initialization vector: 16 random bytes.`,
    example: 'AAAAAAAAAAAAAAAAAAAAAA==',
  })
  initialization_vector: string;

  @TextField({
    min: 1,
    max: 100,
    description: `${BASE64} The 16-byte tag of AES-256-GCM.`,
    example: 'AAAAAAAAAAAAAAAAAAAAAA==',
  })
  message_authentication_code: string;

  @TextField({
    min: 1,
    description: `${BASE64} The items under AES-256-GCM, without the tag.`,
    example: 'c2VhbGVkIGl0ZW1z',
  })
  ciphertext: string;
}

export class SubmitChecklistResponse {
  @IdField({ description: 'ID of the mandate.' })
  mandate_id: string;

  @ObjectListField(() => ChecklistFactor, { description: 'Checklist after the submission.' })
  auth_checklist: ChecklistFactor[];

  @EnumField(MANDATE_STATUSES, { description: 'Status of the mandate.' })
  mandate_status: MandateStatus;

  @InstantField({ description: 'When the checklist or the mandate last changed.' })
  last_update: string;
}

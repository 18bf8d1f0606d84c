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
    description: 'Only institutions of these countries: ISO 3166 alpha-3.',
    example: ['HKG'],
  })
  countries?: string[];

  @TextField({
    optional: true,
    min: 1,
    max: 100,
    description: 'Chosen before the page opens; the payer may choose another.',
    example: 'testbank',
  })
  institution_id?: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'Only institutions of these statuses: alpha, beta, supported, joined by spaces.',
    example: 'beta supported',
  })
  institution_status?: string;

  @EnumField(PAGE_LANGUAGES, { optional: true, description: 'en when absent.' })
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
    description: 'Only institutions that support all of these; MANDATE is always asked for.',
    example: ['MANDATE'],
  })
  products_supported?: string[];

  @EnumField(UI_MODES, { optional: true, description: 'How the page is opened and left.' })
  ui_mode?: UiMode;

  @ReturnUriField({
    requiredWhen: whenRedirecting,
    description: 'https; http on the loopback interface for test apps.',
    example: 'https://shop.example.com/return',
  })
  redirect_uri?: string;

  @EnumListField(INSTITUTION_USER_TYPES, {
    optional: true,
    maxItems: 10,
    description: 'Only institutions for these users.',
    example: ['INDIVIDUAL'],
  })
  user_type?: InstitutionUserType[];
}

export class CreateMandateLinkRequest {
  @TextField({
    min: 1,
    max: 100,
    description: 'The mandate.',
    example: '01JQ0000000000000000000MAN',
  })
  mandate_id: string;

  @ObjectField(() => MandateLinkCustomizationsRequest, {
    description: 'The page; may be empty.',
    example: {},
  })
  link_customizations: MandateLinkCustomizationsRequest;
}

export class MandateLinkResponse {
  @TextField({ description: 'For a user interface of your own; bound to the mandate.' })
  access_token: string;

  @EnumField(['Bearer'], { description: 'How to send it.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime of the token in seconds.', example: 1800 })
  expires_in: number;

  @UrlField({ description: 'The hosted page; opens once, within 300 seconds.' })
  link_url: string;
}

export class SetMandateInstitutionRequest {
  @TextField({ min: 1, max: 100, description: "The payer's institution.", example: 'testbank' })
  institution_id: string;
}

export class SetMandateInstitutionResponse {
  @IdField({ description: 'The mandate.' })
  mandate_id: string;
}

/** One accepted way to satisfy a factor. */
export class ChecklistOption {
  @EnumField(LOGIN_METHOD_NAMES, { description: 'Named in what is submitted.' })
  name: LoginMethodName;

  @InstantField({ optional: true, nullable: true, description: 'When it was submitted.' })
  submitted_at?: string | null;

  @EnumField(CHECKLIST_SUBMITTERS, { optional: true, description: 'Whose user interface it was.' })
  submitted_by?: ChecklistSubmitter;

  @UrlField({ optional: true, description: 'Leads to the institution: open it top-level.' })
  redirect_url?: string;

  @TextListField({
    optional: true,
    description:
      'Members of the value that are asked for now; empty for a value without members or a redirect.',
    example: ['user_id', 'password'],
  })
  value_members?: string[];
}

export class ChecklistFactor {
  @EnumField(CHECKLIST_FACTOR_TYPES, { description: 'What is to be given.' })
  type: ChecklistFactorType;

  @TextField({ description: 'Groups factors of the same kind.', example: 'account' })
  group_id: string;

  @EnumField(FACTOR_REQUIREMENTS, { description: 'At this time.' })
  required: FactorRequirement;

  @TextField({ optional: true, description: 'What to tell the user.' })
  helper_text?: string;

  @ObjectListField(() => ChecklistOption, { description: 'Empty until the institution is chosen.' })
  options: ChecklistOption[];
}

/** The key and method to encrypt checklist items. */
export class ChecklistEncryptionInfo {
  @UrlField({ description: 'The key set.', example: 'http://127.0.0.1:8080/payments/jwks' })
  jwks_url: string;

  @TextField({ description: 'kid of the key to use.' })
  key_id: string;
}

export class MandateAuthRecipient {
  @TextField({ optional: true, description: 'Merchant account name.', example: 'Harbour Books' })
  name?: string;
}

export class MandateAuthResponse {
  @IdField({ description: 'The mandate.' })
  mandate_id: string;

  @EnumField(MANDATE_STATUSES, { description: 'Of the mandate.' })
  mandate_status: MandateStatus;

  @TextField({ description: 'The settlement account that receives.' })
  recipient_account_id: string;

  @TextField({ description: 'Empty until one is chosen.', example: 'testbank' })
  institution_id: string;

  @ObjectListField(() => ChecklistFactor, { description: 'All that is to be given.' })
  auth_checklist: ChecklistFactor[];

  @ObjectField(() => ChecklistEncryptionInfo, { description: 'How to encrypt it.' })
  encryption_info: ChecklistEncryptionInfo;

  @InstantField({ description: 'When the checklist or the mandate last changed.' })
  last_update: string;

  @EnumField(USER_TYPES, { optional: true, description: 'Person or company.' })
  sender_type?: UserType;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @ObjectField(() => MandateDetails, { optional: true, description: 'What may be collected.' })
  mandate_details?: MandateDetails;

  @ObjectField(() => MandateAuthRecipient, { optional: true, description: 'Who receives.' })
  recipient?: MandateAuthRecipient;

  @ObjectField(() => MandateConsentText, { optional: true, description: 'As our page shows it.' })
  consent?: MandateConsentText;
}

const BASE64 = 'Base64.';

/** Checklist items, encrypted: `{"items":[{"type","name","value"}]}` in UTF-8. */
export class SubmitChecklistRequest {
  @TextField({
    min: 1,
    max: 100,
    description: 'kid of the public key that was used.',
    example: 'dGhlLWtleS1vZi10aGUtY2hlY2tsaXN0',
  })
  key_id: string;

  @TextField({
    min: 1,
    max: 1000,
    description: `${BASE64} The AES key under RSA-OAEP, SHA-256.`,
    example: 'c2VhbGVkIGtleQ==',
  })
  envelope_encryption_key: string;

  @TextField({
    min: 1,
    max: 100,
    description: `${BASE64} 16 random bytes.`,
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
    description: `${BASE64} Under AES-256-GCM, without the tag.`,
    example: 'c2VhbGVkIGl0ZW1z',
  })
  ciphertext: string;
}

export class SubmitChecklistResponse {
  @IdField({ description: 'The mandate.' })
  mandate_id: string;

  @ObjectListField(() => ChecklistFactor, { description: 'As it is now.' })
  auth_checklist: ChecklistFactor[];

  @EnumField(MANDATE_STATUSES, { description: 'Of the mandate.' })
  mandate_status: MandateStatus;

  @InstantField({ description: 'When the checklist or the mandate last changed.' })
  last_update: string;
}

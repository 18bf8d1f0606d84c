import { field } from '../../fields/index.js';
import {
  AUTOMATIC_DATA_REFRESH,
  INSTITUTION_USER_TYPES,
  PAGE_LANGUAGES,
  UI_MODES,
  type AutomaticDataRefresh,
  type InstitutionUserType,
  type PageLanguage,
  type UiMode,
} from '../../states/index.js';
import { ActionButton, ActionField, ActionMessage } from '../shared/link-action.dto.js';
import { AccessTokenResponse } from '../gateway/tokens.dto.js';

/** Offer, appearance and return address of a hosted link session. */
export class LinkTokenRequest {
  @field.enum('Type of the grant; client_credentials is the only value.', ['client_credentials'], {
    example: 'client_credentials',
  })
  grant_type: 'client_credentials';
  @field.enum('Type of the response; code is the only value.', ['code'], { example: 'code' })
  response_type: 'code';
  @field.enum(
    'How the page returns the code: by a form (form_post) or in the query (query).',
    ['form_post', 'query'],
    { example: 'form_post' },
  )
  response_mode: 'form_post' | 'query';
  @field.text('Client ID of your customer app, the same as that of the customer token.', {
    min: 4,
    max: 100,
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;
  @field.text('URL to which the user returns. It must be registered in exactly this form.', {
    min: 4,
    max: 500,
    example: 'https://shop.example.com/return',
  })
  redirect_uri: string;
  @field.text('Your own ID of the end-user. Required for a new link, ignored for an update.', {
    optional: true,
    min: 4,
    max: 100,
    example: 'customer-42',
  })
  user_id?: string;
  @field.text('Value that the return repeats unchanged.', { optional: true, max: 100 })
  state?: string;
  @field.text('Scopes, joined by commas. Accepted without effect.', { optional: true, max: 500 })
  scope?: string;
  @field.text('Only institutions with these tags: real, test, joined by a space.', {
    optional: true,
    max: 100,
  })
  link_mode?: string;
  @field.enum('How the page opens, and how the user returns from it.', UI_MODES, { optional: true })
  ui_mode?: UiMode;
  @field.enum('Language of the hosted page; en when absent.', PAGE_LANGUAGES, { optional: true })
  language?: PageLanguage;
  @field.text(
    'PKCE code challenge. Without a method, it is the verifier itself. POST /auth/token then needs the verifier.',
    { optional: true, max: 100 },
  )
  code_challenge?: string;
  @field.text('PKCE method of the code challenge: S256, or plain for test apps.', {
    optional: true,
    max: 100,
  })
  code_challenge_method?: string;
  @field.text('ID of the login identity to update. Absent for a new link.', {
    optional: true,
    max: 100,
  })
  login_identity_id?: string;
  @field.text('Accepted for compatibility, without effect.', { optional: true, max: 100 })
  customization_id?: string;
  @field.text('Institution that is chosen when the page opens.', { optional: true, max: 100 })
  institution_id?: string;
  @field.textList('Only institutions of one of these countries, by alpha-3 code.', {
    optional: true,
    maxItems: 300,
    each: { max: 3 },
  })
  countries?: string[];
  @field.enumList('Only institutions for these kinds of users.', INSTITUTION_USER_TYPES, {
    optional: true,
  })
  user_type?: InstitutionUserType[];
  @field.textList('Only institutions that support all of these products.', {
    optional: true,
    maxItems: 20,
    each: { max: 100 },
  })
  products_supported?: string[];
  @field.textList(
    'Products to retrieve. Absent: all that the institution supports and your app may read.',
    { optional: true, maxItems: 20, each: { max: 100 } },
  )
  products_requested?: string[];
  @field.text('Legacy payment instruction. Accepted without effect.', { optional: true, max: 100 })
  payment_instruction_id?: string;
  @field.enum(
    'Initial state of the checkbox for daily refreshes. FORCED_ON shows no checkbox.',
    AUTOMATIC_DATA_REFRESH,
    { optional: true },
  )
  automatic_data_refresh?: AutomaticDataRefresh;
  @field.text('Only institutions with these statuses: alpha, beta, supported, joined by spaces.', {
    optional: true,
    max: 100,
  })
  institution_status?: string;
  @field.openObject('Configuration such as ada_account_number. Accepted without effect.', {
    optional: true,
  })
  user_configs?: Record<string, unknown>;
  @field.date('First day of the history to retrieve.', { optional: true })
  history_date_limit?: string;
}

export class LinkTokenResponse {
  @field.text('Token that opens the hosted page once.') access_token: string;
  @field.enum('Type of the token.', ['Bearer']) token_type: 'Bearer';
  @field.integer('Lifetime of the token in seconds.', { min: 1, example: 300 }) expires_in: number;
  @field.instant('When the token was issued.') issued_at: string;
  @field.text('URL of the hosted page, which contains the token.', {
    example: 'https://pages.example.com/hosted/link?token=eyJhbGciOiJFUzI1NiJ9',
  })
  link_url: string;
}

export class RefreshTokenResponse extends LinkTokenResponse {
  @field.id('ID of the login identity.') login_identity_id: string;
}

const BASE64 = { min: 1, max: 100_000 };

/** AES-256-GCM under a key that RSA-OAEP (SHA-256) wraps; every part in base64. */
export class EncryptedPayload {
  @field.text('Encrypted JSON object in base64, without the tag.', {
    ...BASE64,
    example: '3q2+7w==',
  })
  ciphertext: string;
  @field.text('Initialization vector in base64: 16 random bytes.', {
    min: 1,
    max: 100,
    example: 'AAECAwQFBgcICQoLDA0ODw==',
  })
  initializationVector: string;
  @field.text('Tag of AES-256-GCM in base64: 16 bytes.', {
    min: 1,
    max: 100,
    example: 'EBESExQVFhcYGRobHB0eHw==',
  })
  messageAuthenticationCode: string;
  @field.text('AES key in base64, wrapped by RSA-OAEP with SHA-256.', {
    min: 1,
    max: 1_000,
    example: 'c2VhbGVk',
  })
  envelopeEncryptionKey: string;
  @field.text('kid of the public key from GET /jwks that you used.', {
    min: 1,
    max: 100,
    example: 'QmYtZ0x2',
  })
  keyId: string;
}

export class CreateLinkRequest {
  @field.text('ID of the institution.', { min: 2, max: 100, example: 'testbank' })
  institution_id: string;
  @field.text('Your own ID of the end-user.', { min: 1, max: 100, example: 'customer-42' })
  user_id: string;
  @field.boolean('Whether the end-user consented.', { nullable: true, example: true }) consent:
    boolean | null;
  @field.textList(
    'Products to retrieve. Empty: all that the institution supports and your app may read.',
    { maxItems: 20, each: { min: 1, max: 100 }, example: ['ACCOUNTS', 'TRANSACTIONS'] },
  )
  products_requested: string[];
  @field.boolean('Whether the credentials may be stored for later refreshes.', { example: true })
  store_credentials: boolean;
  @field.object(
    'Encrypted values of the login form, by the key of the login field.',
    () => EncryptedPayload,
  )
  encrypted_credentials: EncryptedPayload;
  @field.text('Legacy payment instruction. Accepted without effect.', {
    optional: true,
    max: 100,
    example: '01JQ0000000000000000000ACT',
  })
  payment_instruction_id?: string;
}

export class LinkActionRequest {
  @field.text('ID of the action that you answer.', {
    min: 1,
    max: 100,
    example: '01JQ0000000000000000000ACT',
  })
  action_id: string;
  @field.object('Encrypted answers, by the name of the field.', () => EncryptedPayload)
  encrypted_credentials: EncryptedPayload;
}

export class RelinkRequest {
  @field.boolean('Whether the end-user consented.', { example: true }) consent: boolean;
  @field.object(
    'Encrypted values of the login form, by the key of the login field.',
    () => EncryptedPayload,
  )
  encrypted_credentials: EncryptedPayload;
  @field.boolean('Whether the credentials may be stored for later refreshes.', { optional: true })
  store_credential?: boolean;
}

export class LinkPending {
  @field.text('Progress of the login, as a code.', { example: 'AUTHENTICATING' }) code: string;
  @field.text('Progress of the login in words.') message: string;
  @field.text('What to do next.', { example: '01JQ0000000000000000000ACT' }) details: string;
}

/** The institution's question to the user. */
export class LinkAction {
  @field.id('ID of the action: send it with the answer.', { example: '01JQ0000000000000000000ACT' })
  action_id: string;
  @field.text('Kind of screen.', { example: 'ACTION' }) type: string;
  @field.text('What the institution asks for.', { example: 'MOBILE_OTP' }) name: string;
  @field.objectList('Messages to show to the user.', () => ActionMessage) messages: ActionMessage[];
  @field.objectList("Fields for the user's answer.", () => ActionField) fields: ActionField[];
  @field.objectList('Buttons of the screen.', () => ActionButton, { optional: true })
  buttons?: ActionButton[];
}

/** Exactly one member is set. A failed attempt is an error answer. */
export class LinkStatusResponse {
  @field.object(
    'Tokens of the login identity: the same for 10 minutes from the login on, until their first refresh.',
    () => AccessTokenResponse,
    { optional: true },
  )
  success?: AccessTokenResponse;
  @field.object(
    'Progress of a login. When its tokens are no longer given, it says that the login is complete.',
    () => LinkPending,
    { optional: true },
  )
  pending?: LinkPending;
  @field.object(
    'Question of the institution to the end-user. Present while it waits for the answer.',
    () => LinkAction,
    { optional: true },
  )
  action?: LinkAction;
}

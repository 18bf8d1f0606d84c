import {
  BooleanField,
  DateField,
  EnumField,
  EnumListField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  ObjectListField,
  OpenObjectField,
  TextField,
  TextListField,
} from '../fields/index.js';
import {
  AUTOMATIC_DATA_REFRESH,
  INSTITUTION_USER_TYPES,
  PAGE_LANGUAGES,
  UI_MODES,
  type AutomaticDataRefresh,
  type InstitutionUserType,
  type PageLanguage,
  type UiMode,
} from '../states/index.js';
import { ActionButton, ActionField, ActionMessage } from './link-action.dto.js';

const BASE64 = { min: 1, max: 100_000 };

/** AES-256-GCM under a key that RSA-OAEP (SHA-256) wraps; every part in base64. */
export class EncryptedPayload {
  @TextField({ ...BASE64, description: 'The encrypted JSON object.' })
  ciphertext: string;

  @TextField({ min: 1, max: 100, description: '16 random bytes.' })
  initializationVector: string;

  @TextField({ min: 1, max: 100, description: 'The 16-byte tag.' })
  messageAuthenticationCode: string;

  @TextField({ min: 1, max: 1_000, description: 'The wrapped AES key.' })
  envelopeEncryptionKey: string;

  @TextField({ min: 1, max: 100, description: 'kid of the key of GET /jwks.' })
  keyId: string;
}

export class CreateLinkRequest {
  @TextField({ min: 2, max: 100, description: 'The institution.', example: 'testbank' })
  institution_id: string;

  @TextField({ min: 1, max: 100, description: "The customer app's ID of the end-user." })
  user_id: string;

  @BooleanField({ nullable: true, description: 'Whether the end-user consented.' })
  consent: boolean | null;

  @TextListField({
    maxItems: 20,
    each: { min: 1, max: 100 },
    description: 'What to retrieve; empty for all that the institution supports.',
    example: ['ACCOUNTS', 'TRANSACTIONS'],
  })
  products_requested: string[];

  @BooleanField({ description: 'Whether the credentials may be kept for later refreshes.' })
  store_credentials: boolean;

  @ObjectField(() => EncryptedPayload, { description: 'login_fields[].key to value.' })
  encrypted_credentials: EncryptedPayload;

  @TextField({ optional: true, max: 100, description: 'Legacy payment instruction.' })
  payment_instruction_id?: string;
}

export class LinkActionRequest {
  @TextField({ min: 1, max: 100, description: 'The action that is answered.' })
  action_id: string;

  @ObjectField(() => EncryptedPayload, { description: 'Field name to value.' })
  encrypted_credentials: EncryptedPayload;
}

export class RelinkRequest {
  @BooleanField({ description: 'Whether the end-user consented.' })
  consent: boolean;

  @ObjectField(() => EncryptedPayload, { description: 'login_fields[].key to value.' })
  encrypted_credentials: EncryptedPayload;

  @BooleanField({ optional: true, description: 'As store_credentials of a link.' })
  store_credential?: boolean;
}

/** The tokens of one login identity. */
export class AccessTokenResponse {
  @TextField({ description: 'Opaque; send it as a bearer token.' })
  access_token: string;

  @IdField({ description: 'The login identity that it opens.' })
  login_identity_id: string;

  @EnumField(['Bearer'], { description: 'How to send it.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime in seconds.', example: 3600 })
  expires_in: number;

  @TextField({ description: 'For POST /auth/token/refresh; each works once.' })
  refresh_token: string;

  @InstantField({ description: 'When it was signed.' })
  issued_at: string;
}

export class LinkPending {
  @TextField({ description: 'How far it is.', example: 'AUTHENTICATING' })
  code: string;

  @TextField({ description: 'The same in words.' })
  message: string;

  @TextField({ description: 'What to do.' })
  details: string;
}

/** What the institution asks the end-user. */
export class LinkAction {
  @IdField({ description: 'To be sent with the answer.' })
  action_id: string;

  @TextField({ description: 'Kind of screen.', example: 'ACTION' })
  type: string;

  @TextField({ description: 'What is asked for.', example: 'MOBILE_OTP' })
  name: string;

  @ObjectListField(() => ActionMessage, { description: 'What to tell.' })
  messages: ActionMessage[];

  @ObjectListField(() => ActionField, { description: 'What to ask for.' })
  fields: ActionField[];

  @ObjectListField(() => ActionButton, { optional: true, description: 'How to go on.' })
  buttons?: ActionButton[];
}

/** Exactly one member is set. A failed attempt is an error answer. */
export class LinkStatusResponse {
  @ObjectField(() => AccessTokenResponse, { optional: true, description: 'Authenticated.' })
  success?: AccessTokenResponse;

  @ObjectField(() => LinkPending, { optional: true, description: 'Ask again.' })
  pending?: LinkPending;

  @ObjectField(() => LinkAction, { optional: true, description: 'Ask the end-user.' })
  action?: LinkAction;
}

/** What a hosted link session offers, how it looks and where it goes. */
export class LinkTokenRequest {
  @EnumField(['client_credentials'], { description: 'The only grant.' })
  grant_type: 'client_credentials';

  @EnumField(['code'], { description: 'The only response type.' })
  response_type: 'code';

  @EnumField(['form_post', 'query'], { description: 'How the code comes back.' })
  response_mode: 'form_post' | 'query';

  @TextField({ min: 4, max: 100, description: 'ID of the app.' })
  client_id: string;

  @TextField({ min: 4, max: 500, description: 'Registered, character by character.' })
  redirect_uri: string;

  @TextField({ optional: true, min: 4, max: 100, description: 'Needed for a new link.' })
  user_id?: string;

  @TextField({ optional: true, max: 100, description: 'Comes back unchanged.' })
  state?: string;

  @TextField({ optional: true, max: 500, description: 'Joined by commas.' })
  scope?: string;

  @TextField({ optional: true, max: 100, description: 'Tags of institutions: real, test.' })
  link_mode?: string;

  @EnumField(UI_MODES, { optional: true, description: 'How the page is opened and left.' })
  ui_mode?: UiMode;

  @EnumField(PAGE_LANGUAGES, { optional: true, description: 'en when absent.' })
  language?: PageLanguage;

  @TextField({ optional: true, max: 100, description: 'PKCE.' })
  code_challenge?: string;

  @TextField({ optional: true, max: 100, description: 'PKCE: S256 or plain.' })
  code_challenge_method?: string;

  @TextField({ optional: true, max: 100, description: 'The login identity to link again.' })
  login_identity_id?: string;

  @TextField({ optional: true, max: 100, description: 'Kept for compatibility.' })
  customization_id?: string;

  @TextField({ optional: true, max: 100, description: 'Chosen before the page opens.' })
  institution_id?: string;

  @TextListField({ optional: true, maxItems: 300, each: { max: 3 }, description: 'Only these.' })
  countries?: string[];

  @EnumListField(INSTITUTION_USER_TYPES, { optional: true, description: 'Only for these users.' })
  user_type?: InstitutionUserType[];

  @TextListField({ optional: true, maxItems: 20, each: { max: 100 }, description: 'All of them.' })
  products_supported?: string[];

  @TextListField({ optional: true, maxItems: 20, each: { max: 100 }, description: 'To retrieve.' })
  products_requested?: string[];

  @TextField({ optional: true, max: 100, description: 'Legacy payment instruction.' })
  payment_instruction_id?: string;

  @EnumField(AUTOMATIC_DATA_REFRESH, { optional: true, description: 'Daily refresh.' })
  automatic_data_refresh?: AutomaticDataRefresh;

  @TextField({ optional: true, max: 100, description: 'alpha, beta, supported, by spaces.' })
  institution_status?: string;

  @OpenObjectField({ optional: true, description: 'ada_account_number: for a later set-up.' })
  user_configs?: Record<string, unknown>;

  @DateField({ optional: true, description: 'No history from before this day.' })
  history_date_limit?: string;
}

export class LinkTokenResponse {
  @TextField({ description: 'Opens the page once.' })
  access_token: string;

  @EnumField(['Bearer'], { description: 'Kind of token.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime in seconds.', example: 300 })
  expires_in: number;

  @InstantField({ description: 'When it was made.' })
  issued_at: string;

  @TextField({ description: 'The page to open; carries the token.' })
  link_url: string;
}

export class RefreshTokenResponse extends LinkTokenResponse {
  @IdField({ description: 'The login identity.' })
  login_identity_id: string;
}

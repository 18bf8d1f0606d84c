import {
  DateField,
  EnumField,
  EnumListField,
  IdField,
  InstantField,
  IntegerField,
  OpenObjectField,
  TextField,
  TextListField,
} from '../../fields/index.js';
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

/** Offer, appearance and return address of a hosted link session. */
export class LinkTokenRequest {
  @EnumField(['client_credentials'], {
    description: 'Type of the grant; client_credentials is the only value.',
    example: 'client_credentials',
  })
  grant_type: 'client_credentials';

  @EnumField(['code'], {
    description: 'Type of the response; code is the only value.',
    example: 'code',
  })
  response_type: 'code';

  @EnumField(['form_post', 'query'], {
    description: 'How the page returns the code: by a form (form_post) or in the query (query).',
    example: 'form_post',
  })
  response_mode: 'form_post' | 'query';

  @TextField({
    min: 4,
    max: 100,
    description: 'Client ID of your customer app, the same as that of the customer token.',
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;

  @TextField({
    min: 4,
    max: 500,
    description: 'URL to which the user returns. It must be registered in exactly this form.',
    example: 'https://shop.example.com/return',
  })
  redirect_uri: string;

  @TextField({
    optional: true,
    min: 4,
    max: 100,
    description: 'Your own ID of the end-user. Required for a new link, ignored for an update.',
    example: 'customer-42',
  })
  user_id?: string;

  @TextField({ optional: true, max: 100, description: 'Value that the return repeats unchanged.' })
  state?: string;

  @TextField({
    optional: true,
    max: 500,
    description: 'Scopes, joined by commas. Accepted without effect.',
  })
  scope?: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'Only institutions with these tags: real, test, joined by a space.',
  })
  link_mode?: string;

  @EnumField(UI_MODES, {
    optional: true,
    description: 'How the page opens, and how the user returns from it.',
  })
  ui_mode?: UiMode;

  @EnumField(PAGE_LANGUAGES, {
    optional: true,
    description: 'Language of the hosted page; en when absent.',
  })
  language?: PageLanguage;

  @TextField({
    optional: true,
    max: 100,
    description:
      'PKCE code challenge. Without a method, it is the verifier itself. POST /auth/token then needs the verifier.',
  })
  code_challenge?: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'PKCE method of the code challenge: S256, or plain for test apps.',
  })
  code_challenge_method?: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'ID of the login identity to update. Absent for a new link.',
  })
  login_identity_id?: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'Accepted for compatibility, without effect.',
  })
  customization_id?: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'Institution that is chosen when the page opens.',
  })
  institution_id?: string;

  @TextListField({
    optional: true,
    maxItems: 300,
    each: { max: 3 },
    description: 'Only institutions of one of these countries, by alpha-3 code.',
  })
  countries?: string[];

  @EnumListField(INSTITUTION_USER_TYPES, {
    optional: true,
    description: 'Only institutions for these kinds of users.',
  })
  user_type?: InstitutionUserType[];

  @TextListField({
    optional: true,
    maxItems: 20,
    each: { max: 100 },
    description: 'Only institutions that support all of these products.',
  })
  products_supported?: string[];

  @TextListField({
    optional: true,
    maxItems: 20,
    each: { max: 100 },
    description:
      'Products to retrieve. Absent: all that the institution supports and your app may read.',
  })
  products_requested?: string[];

  @TextField({
    optional: true,
    max: 100,
    description: 'Legacy payment instruction. Accepted without effect.',
  })
  payment_instruction_id?: string;

  @EnumField(AUTOMATIC_DATA_REFRESH, {
    optional: true,
    description: 'Initial state of the checkbox for daily refreshes. FORCED_ON shows no checkbox.',
  })
  automatic_data_refresh?: AutomaticDataRefresh;

  @TextField({
    optional: true,
    max: 100,
    description: 'Only institutions with these statuses: alpha, beta, supported, joined by spaces.',
  })
  institution_status?: string;

  @OpenObjectField({
    optional: true,
    description: 'Configuration such as ada_account_number. Accepted without effect.',
  })
  user_configs?: Record<string, unknown>;

  @DateField({ optional: true, description: 'First day of the history to retrieve.' })
  history_date_limit?: string;
}

export class LinkTokenResponse {
  @TextField({ description: 'Token that opens the hosted page once.' })
  access_token: string;

  @EnumField(['Bearer'], { description: 'Type of the token.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime of the token in seconds.', example: 300 })
  expires_in: number;

  @InstantField({ description: 'When the token was issued.' })
  issued_at: string;

  @TextField({
    description: 'URL of the hosted page, which contains the token.',
    example: 'https://pages.example.com/hosted/link?token=eyJhbGciOiJFUzI1NiJ9',
  })
  link_url: string;
}

export class RefreshTokenResponse extends LinkTokenResponse {
  @IdField({ description: 'ID of the login identity.' })
  login_identity_id: string;
}

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
  @EnumField('Type of the grant; client_credentials is the only value.', ['client_credentials'], {
    example: 'client_credentials',
  })
  grant_type: 'client_credentials';
  @EnumField('Type of the response; code is the only value.', ['code'], { example: 'code' })
  response_type: 'code';
  @EnumField(
    'How the page returns the code: by a form (form_post) or in the query (query).',
    ['form_post', 'query'],
    { example: 'form_post' },
  )
  response_mode: 'form_post' | 'query';
  @TextField('Client ID of your customer app, the same as that of the customer token.', {
    min: 4,
    max: 100,
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;
  @TextField('URL to which the user returns. It must be registered in exactly this form.', {
    min: 4,
    max: 500,
    example: 'https://shop.example.com/return',
  })
  redirect_uri: string;
  @TextField('Your own ID of the end-user. Required for a new link, ignored for an update.', {
    optional: true,
    min: 4,
    max: 100,
    example: 'customer-42',
  })
  user_id?: string;
  @TextField('Value that the return repeats unchanged.', { optional: true, max: 100 })
  state?: string;
  @TextField('Scopes, joined by commas. Accepted without effect.', { optional: true, max: 500 })
  scope?: string;
  @TextField('Only institutions with these tags: real, test, joined by a space.', {
    optional: true,
    max: 100,
  })
  link_mode?: string;
  @EnumField('How the page opens, and how the user returns from it.', UI_MODES, { optional: true })
  ui_mode?: UiMode;
  @EnumField('Language of the hosted page; en when absent.', PAGE_LANGUAGES, { optional: true })
  language?: PageLanguage;
  @TextField(
    'PKCE code challenge. Without a method, it is the verifier itself. POST /auth/token then needs the verifier.',
    { optional: true, max: 100 },
  )
  code_challenge?: string;
  @TextField('PKCE method of the code challenge: S256, or plain for test apps.', {
    optional: true,
    max: 100,
  })
  code_challenge_method?: string;
  @TextField('ID of the login identity to update. Absent for a new link.', {
    optional: true,
    max: 100,
  })
  login_identity_id?: string;
  @TextField('Accepted for compatibility, without effect.', { optional: true, max: 100 })
  customization_id?: string;
  @TextField('Institution that is chosen when the page opens.', { optional: true, max: 100 })
  institution_id?: string;
  @TextListField('Only institutions of one of these countries, by alpha-3 code.', {
    optional: true,
    maxItems: 300,
    each: { max: 3 },
  })
  countries?: string[];
  @EnumListField('Only institutions for these kinds of users.', INSTITUTION_USER_TYPES, {
    optional: true,
  })
  user_type?: InstitutionUserType[];
  @TextListField('Only institutions that support all of these products.', {
    optional: true,
    maxItems: 20,
    each: { max: 100 },
  })
  products_supported?: string[];
  @TextListField(
    'Products to retrieve. Absent: all that the institution supports and your app may read.',
    { optional: true, maxItems: 20, each: { max: 100 } },
  )
  products_requested?: string[];
  @TextField('Legacy payment instruction. Accepted without effect.', { optional: true, max: 100 })
  payment_instruction_id?: string;
  @EnumField(
    'Initial state of the checkbox for daily refreshes. FORCED_ON shows no checkbox.',
    AUTOMATIC_DATA_REFRESH,
    { optional: true },
  )
  automatic_data_refresh?: AutomaticDataRefresh;
  @TextField('Only institutions with these statuses: alpha, beta, supported, joined by spaces.', {
    optional: true,
    max: 100,
  })
  institution_status?: string;
  @OpenObjectField('Configuration such as ada_account_number. Accepted without effect.', {
    optional: true,
  })
  user_configs?: Record<string, unknown>;
  @DateField('First day of the history to retrieve.', { optional: true })
  history_date_limit?: string;
}

export class LinkTokenResponse {
  @TextField('Token that opens the hosted page once.') access_token: string;
  @EnumField('Type of the token.', ['Bearer']) token_type: 'Bearer';
  @IntegerField('Lifetime of the token in seconds.', { min: 1, example: 300 }) expires_in: number;
  @InstantField('When the token was issued.') issued_at: string;
  @TextField('URL of the hosted page, which contains the token.', {
    example: 'https://pages.example.com/hosted/link?token=eyJhbGciOiJFUzI1NiJ9',
  })
  link_url: string;
}

export class RefreshTokenResponse extends LinkTokenResponse {
  @IdField('ID of the login identity.') login_identity_id: string;
}

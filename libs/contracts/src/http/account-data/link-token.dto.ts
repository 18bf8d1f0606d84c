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
    description: 'The only grant.',
    example: 'client_credentials',
  })
  grant_type: 'client_credentials';

  @EnumField(['code'], { description: 'The only response type.', example: 'code' })
  response_type: 'code';

  @EnumField(['form_post', 'query'], {
    description: 'How the code comes back.',
    example: 'form_post',
  })
  response_mode: 'form_post' | 'query';

  @TextField({
    min: 4,
    max: 100,
    description: 'ID of the app: that of its token.',
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;

  @TextField({
    min: 4,
    max: 500,
    description: 'Registered, character by character.',
    example: 'https://shop.example.com/return',
  })
  redirect_uri: string;

  @TextField({
    optional: true,
    min: 4,
    max: 100,
    description: 'Needed for a new link.',
    example: 'customer-42',
  })
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

  @TextField({
    description: 'The page to open; carries the token.',
    example: 'https://pages.example.com/hosted/link?token=eyJhbGciOiJFUzI1NiJ9',
  })
  link_url: string;
}

export class RefreshTokenResponse extends LinkTokenResponse {
  @IdField({ description: 'The login identity.' })
  login_identity_id: string;
}

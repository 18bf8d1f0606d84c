import {
  BooleanField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  ObjectListField,
  ReturnUriField,
  TextField,
  TextListField,
  UrlField,
} from '../../fields/index.js';
import {
  AUTHENTICATION_STATUSES,
  LINK_SESSION_STATUSES,
  LOGIN_IDENTITY_STATUSES,
  PAGE_LANGUAGES,
  PRODUCT_STATUSES,
  UI_MODES,
  type AuthenticationStatus,
  type LinkSessionStatus,
  type LoginIdentityStatus,
  type PageLanguage,
  type ProductStatus,
  type UiMode,
} from '../../states/index.js';

/** The institution of a login identity and its data. */
export class InstitutionSummary {
  @TextField({ description: 'Institution ID.', example: 'testbank' })
  institution_id: string;

  @TextListField({ optional: true, description: 'ISO 3166 alpha-3 codes.', example: ['HKG'] })
  countries?: string[];

  @TextField({ optional: true, description: 'Name to show to end-users.', example: 'Test Bank' })
  institution_name?: string;

  @TextField({ optional: true, description: 'Name of its login page.' })
  portal_name?: string;
}

/** The login identity as answers with data carry it. */
export class ShortLoginIdentity {
  @IdField({ description: 'Login identity ID.' })
  login_identity_id: string;

  @EnumField(LOGIN_IDENTITY_STATUSES, { description: 'Status of the login identity.' })
  status: LoginIdentityStatus;

  @IdField({ optional: true, description: 'ID of the latest link, relink or refresh.' })
  last_session_id?: string;
}

export class StatusDetails {
  @TextField({ optional: true, description: 'Latest event name.', example: 'ACCOUNTS_RETRIEVED' })
  event_name?: string;

  @InstantField({ optional: true, description: 'When it happened.' })
  event_date?: string;
}

export class AuthenticationStatusView {
  @EnumField(AUTHENTICATION_STATUSES, { description: 'Status of the login.' })
  status: AuthenticationStatus;

  @TextField({ optional: true, description: 'Name of the latest event of the login.' })
  status_details?: string;

  @InstantField({ optional: true, nullable: true, description: 'When it last changed.' })
  last_update?: string | null;

  @InstantField({ optional: true, nullable: true, description: 'Last accepted login.' })
  last_successful_update?: string | null;
}

export class ProductStatusView {
  @EnumField(PRODUCT_STATUSES, { description: 'Status of the retrieval.' })
  status: ProductStatus;

  @TextField({ optional: true, description: 'Name of the latest event of the product.' })
  status_details?: string;

  @InstantField({ optional: true, description: 'When the last retrieval ended.' })
  last_update?: string;

  @InstantField({ optional: true, description: 'When the last one succeeded.' })
  last_successful_update?: string;
}

/** Products that were not requested are absent. */
export class ProductStatuses {
  @ObjectField(() => ProductStatusView, { optional: true, description: 'Accounts.' })
  accounts?: ProductStatusView;

  @ObjectField(() => ProductStatusView, { optional: true, description: 'Recent transactions.' })
  online_transactions?: ProductStatusView;

  @ObjectField(() => ProductStatusView, { optional: true, description: 'Older transactions.' })
  historical_transactions?: ProductStatusView;

  @ObjectField(() => ProductStatusView, { optional: true, description: 'Statements.' })
  statements?: ProductStatusView;

  @ObjectField(() => ProductStatusView, { optional: true, description: 'Account numbers.' })
  account_numbers?: ProductStatusView;

  @ObjectField(() => ProductStatusView, { optional: true, description: 'Identity.' })
  identity?: ProductStatusView;

  @ObjectField(() => ProductStatusView, { optional: true, description: 'Balances by day.' })
  balance_history?: ProductStatusView;

  @ObjectField(() => ProductStatusView, { optional: true, description: 'Payments.' })
  payments?: ProductStatusView;

  @ObjectField(() => ProductStatusView, { optional: true, description: 'Income estimate.' })
  income_estimation?: ProductStatusView;

  @ObjectField(() => ProductStatusView, { optional: true, description: 'Card details.' })
  card_details?: ProductStatusView;
}

/** Why the login identity is at ERROR; empty while nothing is wrong. */
export class LoginIdentityError {
  @IntegerField({ optional: true, description: 'Error code as a number.', example: 40004 })
  code?: number;

  @TextField({ optional: true, description: 'The error code.', example: 'CREDENTIALS_INVALID' })
  type?: string;

  @TextField({ optional: true, description: 'Text of the error code.' })
  message?: string;

  @TextField({ optional: true, description: 'Details of this failure.' })
  details?: string;
}

export class LoginMethodsAvailable {
  @BooleanField({ optional: true, description: 'Whether user ID and password are stored.' })
  havePassword?: boolean;

  @BooleanField({ optional: true, description: 'Whether a further secret is stored.' })
  haveSecret?: boolean;
}

export class BillingDetails {
  @TextListField({ nullable: true, description: 'Products that were retrieved.' })
  billed_products: string[] | null;
}

export class RefreshView {
  @BooleanField({ description: 'Whether the credentials are stored.' })
  credentials_stored: boolean;

  @BooleanField({ description: 'Whether a refresh without the user can work now.' })
  refresh_allowed: boolean;
}

/** One login of one user at one institution. */
export class LoginIdentity {
  @IdField({ description: 'Login identity ID, generated by the service.' })
  login_identity_id: string;

  @IdField({ description: 'ID of the customer app.' })
  customer_app_id: string;

  @TextField({ description: 'Your own ID of the end-user.', example: 'customer-42' })
  user_id: string;

  @TextField({ description: 'ID of the institution.', example: 'testbank' })
  institution_id: string;

  @EnumField(LOGIN_IDENTITY_STATUSES, { description: 'Overall status of the login identity.' })
  status: LoginIdentityStatus;

  @ObjectField(() => StatusDetails, { optional: true, description: 'Its latest event.' })
  status_details?: StatusDetails;

  @EnumField(LINK_SESSION_STATUSES, { optional: true, description: 'Latest session status.' })
  session_status?: LinkSessionStatus;

  @ObjectField(() => AuthenticationStatusView, { optional: true, description: 'Login status.' })
  authentication_status?: AuthenticationStatusView;

  @ObjectField(() => ProductStatuses, { optional: true, description: 'Status of each product.' })
  product_status?: ProductStatuses;

  @ObjectField(() => LoginIdentityError, { optional: true, description: 'Error; empty if none.' })
  error?: LoginIdentityError;

  @ObjectField(() => LoginMethodsAvailable, { optional: true, description: 'Stored credentials.' })
  login_methods_available?: LoginMethodsAvailable;

  @ObjectField(() => BillingDetails, { optional: true, description: 'Products to be billed.' })
  billing_details?: BillingDetails;

  @TextListField({ optional: true, nullable: true, description: 'Products consented to.' })
  permissions?: string[] | null;

  @InstantField({ optional: true, description: 'When the user consented.' })
  permissions_grant_date?: string;

  @InstantField({ optional: true, description: 'When the consent expires.' })
  permissions_expiry_date?: string;

  @ObjectField(() => RefreshView, { optional: true, description: 'Refresh options.' })
  refresh?: RefreshView;

  @IdField({ optional: true, description: 'Same for the same bank login within the app.' })
  username_hash_id?: string;

  @TextField({ optional: true, description: 'ID of the latest login attempt.' })
  linking_attempt_id?: string;

  @TextField({ optional: true, description: 'ID of the latest accepted login.' })
  authentication_id?: string;

  @IdField({ optional: true, description: 'ID of the latest link, relink or refresh.' })
  last_session_id?: string;

  @UrlField({ optional: true, description: 'URL to which its events are sent.' })
  webhook?: string;

  @TextField({ optional: true, description: 'When all data was first retrieved; empty before.' })
  first_success?: string;

  @TextField({ optional: true, description: 'When all data was last retrieved; empty before.' })
  last_success?: string;

  @InstantField({ optional: true, description: 'When it was created.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When it last changed.' })
  updated_at?: string;
}

export class LoginIdentityResponse {
  @ObjectField(() => LoginIdentity, { description: 'The login identity.' })
  login_identity: LoginIdentity;

  @ObjectField(() => InstitutionSummary, { description: 'Institution of the login identity.' })
  institution: InstitutionSummary;
}

export class LoginIdentityHistoryEntry {
  @TextField({ description: 'Name of the event.', example: 'AUTHENTICATED' })
  event_name: string;

  @InstantField({ description: 'When the event happened.' })
  event_date: string;
}

export class LoginIdentityHistoryResponse {
  @ObjectField(() => LoginIdentity, { description: 'The login identity.' })
  login_identity: LoginIdentity;

  @ObjectListField(() => LoginIdentityHistoryEntry, { description: 'Events, oldest first.' })
  status_history: LoginIdentityHistoryEntry[];
}

export class RefreshLinkCustomizations {
  @EnumField(PAGE_LANGUAGES, { optional: true, description: 'Language of the page (default en).' })
  language?: PageLanguage;

  @EnumField(UI_MODES, { optional: true, description: 'How the page opens and ends.' })
  ui_mode?: UiMode;

  @ReturnUriField({
    optional: true,
    description: 'Required for redirects. https; http on loopback for test apps.',
    example: 'https://shop.example.com/return',
  })
  redirect_uri?: string;

  @TextField({ optional: true, max: 100, description: 'Value that the return repeats unchanged.' })
  state?: string;

  @DateField({ optional: true, description: 'First day of the history to retrieve.' })
  history_date_limit?: string;
}

export class RefreshLoginIdentityRequest {
  @BooleanField({
    optional: true,
    description: 'Whether the user can answer the institution.',
    example: true,
  })
  user_present?: boolean;

  @ObjectField(() => RefreshLinkCustomizations, { optional: true, description: 'Page options.' })
  link_customizations?: RefreshLinkCustomizations;
}

export class DeleteLoginIdentityResponse {
  @BooleanField({ description: 'Always true; its data is erased within 24 hours.' })
  success: boolean;
}

import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  BooleanField,
  EnumField,
  EnumListField,
  IntegerField,
  IntegerQueryField,
  MetadataField,
  ObjectField,
  StateField,
  TextField,
  TextListField,
  UrlField,
} from '../../fields/index.js';
import {
  AUTOMATIC_DATA_REFRESH,
  INSTITUTION_TYPES,
  INSTITUTION_USER_TYPES,
  PAGE_LANGUAGES,
  UI_MODES,
  type AutomaticDataRefresh,
  type InstitutionType,
  type InstitutionUserType,
  type PageLanguage,
  type UiMode,
} from '../../states/index.js';
import { HostedMerchant } from '../shared/hosted-page.dto.js';
import { Institution } from '../shared/institution.dto.js';
import { EncryptedPayload, LinkAction } from './link.dto.js';
import { ProductStatuses } from './login-identity.dto.js';

export const HOSTED_LINK_MODES = ['LINK', 'RELINK', 'REFRESH'] as const;
export type HostedLinkMode = (typeof HOSTED_LINK_MODES)[number];

/** `CONNECTED`: the institution let the user in; the page can be left while products arrive. */
export const HOSTED_LINK_STEPS = [
  'CHOOSING',
  'CONNECTING',
  'ACTION',
  'REDIRECT',
  'CONNECTED',
  'FAILED',
] as const;
export type HostedLinkStep = (typeof HOSTED_LINK_STEPS)[number];

/** The session of a page. */
export class HostedLinkSession {
  @TextField({ description: 'Opaque access token of the session.' })
  access_token: string;

  @EnumField(['Bearer'], { description: 'Type of the token.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime of the access token in seconds.', example: 1800 })
  expires_in: number;

  @TextField({
    description:
      'App and session, for the URL of the page. A reload can then be framed by the same sites.',
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK',
  })
  link: string;
}

/** Everything that the hosted link page shows. */
export class HostedLinkView {
  @EnumField(HOSTED_LINK_MODES, {
    description: 'Whether the page makes a new link or updates an existing one.',
  })
  mode: HostedLinkMode;

  @EnumField(HOSTED_LINK_STEPS, { description: 'Step that the user has reached.' })
  step: HostedLinkStep;

  @BooleanField({ description: 'True for a real institution, false for a simulated one.' })
  live: boolean;

  @ObjectField(() => HostedMerchant, { description: 'Customer app that requests the link.' })
  merchant: HostedMerchant;

  @EnumField(PAGE_LANGUAGES, { description: 'Language of the page.' })
  language: PageLanguage;

  @TextField({ optional: true, description: 'Alpha-3 code, if the request names one country.' })
  country?: string;

  @EnumField(UI_MODES, { description: 'How the user leaves the page.' })
  ui_mode: UiMode;

  @TextField({ optional: true, description: 'Institution that the app or the user chose.' })
  institution_id?: string;

  @BooleanField({ description: 'Whether no other institution can be chosen.' })
  institution_fixed: boolean;

  @TextListField({ description: 'Countries of the offered institutions, as sorted alpha-3 codes.' })
  countries: string[];

  @EnumListField(INSTITUTION_TYPES, { description: 'Types of the offered institutions.' })
  institution_types: InstitutionType[];

  @TextListField({ description: 'Products to retrieve. Empty: all that the institution supports.' })
  products_requested: string[];

  @EnumField(AUTOMATIC_DATA_REFRESH, {
    description: 'Initial state of the refresh checkbox. FORCED_ON shows no checkbox.',
  })
  automatic_data_refresh: AutomaticDataRefresh;

  @BooleanField({
    description: 'Whether credentials are stored, so that a refresh needs no login form.',
  })
  credentials_kept: boolean;

  @ObjectField(() => LinkAction, {
    optional: true,
    description: 'Question of the institution. Present only at step ACTION.',
  })
  action?: LinkAction;

  @UrlField({
    optional: true,
    description: "URL of the institution's page. Open it top-level; present only at step REDIRECT.",
  })
  redirect_url?: string;

  @ObjectField(() => ProductStatuses, {
    optional: true,
    description: 'Status of each product. Present only at step CONNECTED.',
  })
  product_status?: ProductStatuses;

  @ObjectField(() => EmbeddedError, {
    optional: true,
    description: 'Why the login failed. Present only at step FAILED.',
  })
  error?: EmbeddedError;

  @EnumField(['OTHER_LOGIN', 'LIMITED'], {
    optional: true,
    description: 'OTHER_LOGIN: not the linked login. LIMITED: this session accepts no more logins.',
  })
  failure_reason?: 'OTHER_LOGIN' | 'LIMITED';
}

/** Filters within the link's offer. */
export class HostedLinkInstitutionsQuery {
  @TextField({
    optional: true,
    max: 100,
    description: 'Text to search for in names. Best matches come first; typos are allowed.',
    example: 'test bank',
  })
  query?: string;

  @TextField({
    optional: true,
    min: 3,
    max: 3,
    description: 'Only institutions of this country, by alpha-3 code.',
    example: 'HKG',
  })
  country?: string;

  @EnumField(INSTITUTION_TYPES, { optional: true, description: 'Only institutions of this type.' })
  institution_type?: InstitutionType;

  @EnumField(INSTITUTION_USER_TYPES, {
    optional: true,
    description: 'Only institutions for this kind of user.',
  })
  user_type?: InstitutionUserType;

  @IntegerQueryField({ min: 1, max: 100, default: 20, description: 'Maximum number to return.' })
  limit: number;
}

export class HostedLinkConsentQuery {
  @TextField({ min: 1, max: 100, description: 'ID of the institution.', example: 'testbank' })
  institution_id: string;
}

/** The text that the user agrees to; the page shows it unchanged. */
export class LinkConsentText {
  @TextField({ description: 'Version of the consent text.', example: 'link-1' })
  version: string;

  @TextField({ description: 'Language of the text, as a BCP 47 tag.', example: 'zh-Hant' })
  language: string;

  @TextListField({ description: 'Statements of the text, in order.' })
  statements: string[];

  @TextField({ description: 'Statements joined by line feeds. We record the hash of this text.' })
  text: string;

  @TextField({ description: 'SHA-256 of the text in UTF-8, hexadecimal.' })
  sha256: string;
}

export class HostedLinkConsent {
  @ObjectField(() => Institution, { description: 'The institution, with its login forms.' })
  institution: Institution;

  @TextListField({ description: 'Products that will be retrieved: keys of product_status.' })
  products: string[];

  @ObjectField(() => LinkConsentText, { description: 'Text that the user agrees to.' })
  consent: LinkConsentText;
}

/** The text that the user read. */
export class ShownLinkConsent {
  @TextField({
    min: 1,
    max: 50,
    description: 'Version of the consent text that the user saw.',
    example: 'link-1',
  })
  version: string;

  @TextField({
    min: 64,
    max: 64,
    description: 'The sha256 of the consent text that the user saw.',
    example: 'a'.repeat(64),
  })
  sha256: string;
}

export class StartHostedLoginRequest {
  @TextField({ min: 1, max: 100, description: 'ID of the institution.', example: 'testbank' })
  institution_id: string;

  @ObjectField(() => ShownLinkConsent, {
    optional: true,
    description: 'Consent text that the user agreed to. Absent for a refresh.',
  })
  consent?: ShownLinkConsent;

  @BooleanField({
    optional: true,
    description: 'Whether the credentials may be stored for refreshes.',
  })
  store_credentials?: boolean;

  @BooleanField({ optional: true, description: 'State of the refresh checkbox.' })
  automatic_data_refresh?: boolean;

  @ObjectField(() => EncryptedPayload, {
    optional: true,
    description:
      "Encrypted form values by key. Absent for stored credentials and the institution's own page.",
  })
  encrypted_credentials?: EncryptedPayload;
}

/** How the user left the page. */
export class HostedLinkResult {
  @EnumField(['success', 'close'], {
    description: 'Window message for the page that embeds this one.',
  })
  message: 'success' | 'close';

  @EnumField(['form_post', 'query'], {
    description: 'How the parameters are sent: by a form or in the query.',
  })
  response_mode: 'form_post' | 'query';

  @TextField({
    optional: true,
    description: 'URL to which the user returns. Absent if there is none.',
  })
  redirect_uri?: string;

  @MetadataField({ limits: { maxValueLength: 1_000 } })
  parameters: Record<string, string>;
}

/** Query of the return from the page of an institution; unknown members are allowed. */
export class LinkReturnQuery {
  @StateField({ description: "State that the institution's page received, unchanged." })
  state: string;

  @TextField({
    optional: true,
    max: 2000,
    description: 'Code of the institution for an accepted login.',
  })
  code?: string;

  @TextField({
    optional: true,
    max: 2000,
    description: 'Error of the institution for a refused login.',
  })
  error?: string;
}

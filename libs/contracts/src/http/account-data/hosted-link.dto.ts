import { EmbeddedError } from '../../errors/embedded-error.js';
import { field } from '../../fields/index.js';
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
  @field.text('Opaque access token of the session.') access_token: string;
  @field.enum('Type of the token.', ['Bearer']) token_type: 'Bearer';
  @field.integer('Lifetime of the access token in seconds.', { min: 1, example: 1800 })
  expires_in: number;
  @field.text(
    'App and session, for the URL of the page. A reload can then be framed by the same sites.',
    { example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK' },
  )
  link: string;
}

/** Everything that the hosted link page shows. */
export class HostedLinkView {
  @field.enum('Whether the page makes a new link or updates an existing one.', HOSTED_LINK_MODES)
  mode: HostedLinkMode;
  @field.enum('Step that the user has reached.', HOSTED_LINK_STEPS) step: HostedLinkStep;
  @field.boolean('True for a real institution, false for a simulated one.') live: boolean;
  @field.object('Customer app that requests the link.', () => HostedMerchant)
  merchant: HostedMerchant;
  @field.enum('Language of the page.', PAGE_LANGUAGES) language: PageLanguage;
  @field.text('Alpha-3 code, if the request names one country.', { optional: true })
  country?: string;
  @field.enum('How the user leaves the page.', UI_MODES) ui_mode: UiMode;
  @field.text('Institution that the app or the user chose.', { optional: true })
  institution_id?: string;
  @field.boolean('Whether no other institution can be chosen.') institution_fixed: boolean;
  @field.textList('Countries of the offered institutions, as sorted alpha-3 codes.')
  countries: string[];
  @field.enumList('Types of the offered institutions.', INSTITUTION_TYPES)
  institution_types: InstitutionType[];
  @field.textList('Products to retrieve. Empty: all that the institution supports.')
  products_requested: string[];
  @field.enum(
    'Initial state of the refresh checkbox. FORCED_ON shows no checkbox.',
    AUTOMATIC_DATA_REFRESH,
  )
  automatic_data_refresh: AutomaticDataRefresh;
  @field.boolean('Whether credentials are stored, so that a refresh needs no login form.')
  credentials_kept: boolean;
  @field.object('Question of the institution. Present only at step ACTION.', () => LinkAction, {
    optional: true,
  })
  action?: LinkAction;
  @field.url("URL of the institution's page. Open it top-level; present only at step REDIRECT.", {
    optional: true,
  })
  redirect_url?: string;
  @field.object('Status of each product. Present only at step CONNECTED.', () => ProductStatuses, {
    optional: true,
  })
  product_status?: ProductStatuses;
  @field.object('Why the login failed. Present only at step FAILED.', () => EmbeddedError, {
    optional: true,
  })
  error?: EmbeddedError;
  @field.enum(
    'OTHER_LOGIN: not the linked login. LIMITED: this session accepts no more logins.',
    ['OTHER_LOGIN', 'LIMITED'],
    { optional: true },
  )
  failure_reason?: 'OTHER_LOGIN' | 'LIMITED';
}

/** Filters within the link's offer. */
export class HostedLinkInstitutionsQuery {
  @field.text('Text to search for in names. Best matches come first; typos are allowed.', {
    optional: true,
    max: 100,
    example: 'test bank',
  })
  query?: string;
  @field.text('Only institutions of this country, by alpha-3 code.', {
    optional: true,
    min: 3,
    max: 3,
    example: 'HKG',
  })
  country?: string;
  @field.enum('Only institutions of this type.', INSTITUTION_TYPES, { optional: true })
  institution_type?: InstitutionType;
  @field.enum('Only institutions for this kind of user.', INSTITUTION_USER_TYPES, {
    optional: true,
  })
  user_type?: InstitutionUserType;
  @field.integerQuery('Maximum number to return.', { min: 1, max: 100, default: 20 }) limit: number;
}

export class HostedLinkConsentQuery {
  @field.text('ID of the institution.', { min: 1, max: 100, example: 'testbank' })
  institution_id: string;
}

/** The text that the user agrees to; the page shows it unchanged. */
export class LinkConsentText {
  @field.text('Version of the consent text.', { example: 'link-1' }) version: string;
  @field.text('Language of the text, as a BCP 47 tag.', { example: 'zh-Hant' }) language: string;
  @field.textList('Statements of the text, in order.') statements: string[];
  @field.text('Statements joined by line feeds. We record the hash of this text.') text: string;
  @field.text('SHA-256 of the text in UTF-8, hexadecimal.') sha256: string;
}

export class HostedLinkConsent {
  @field.object('The institution, with its login forms.', () => Institution)
  institution: Institution;
  @field.textList('Products that will be retrieved: keys of product_status.') products: string[];
  @field.object('Text that the user agrees to.', () => LinkConsentText) consent: LinkConsentText;
}

/** The text that the user read. */
export class ShownLinkConsent {
  @field.text('Version of the consent text that the user saw.', {
    min: 1,
    max: 50,
    example: 'link-1',
  })
  version: string;
  @field.text('The sha256 of the consent text that the user saw.', {
    min: 64,
    max: 64,
    example: 'a'.repeat(64),
  })
  sha256: string;
}

export class StartHostedLoginRequest {
  @field.text('ID of the institution.', { min: 1, max: 100, example: 'testbank' })
  institution_id: string;
  @field.object(
    'Consent text that the user agreed to. Absent for a refresh.',
    () => ShownLinkConsent,
    { optional: true },
  )
  consent?: ShownLinkConsent;
  @field.boolean('Whether the credentials may be stored for refreshes.', { optional: true })
  store_credentials?: boolean;
  @field.boolean('State of the refresh checkbox.', { optional: true })
  automatic_data_refresh?: boolean;
  @field.object(
    "Encrypted form values by key. Absent for stored credentials and the institution's own page.",
    () => EncryptedPayload,
    { optional: true },
  )
  encrypted_credentials?: EncryptedPayload;
}

/** How the user left the page. */
export class HostedLinkResult {
  @field.enum('Window message for the page that embeds this one.', ['success', 'close']) message:
    'success' | 'close';
  @field.enum('How the parameters are sent: by a form or in the query.', ['form_post', 'query'])
  response_mode: 'form_post' | 'query';
  @field.text('URL to which the user returns. Absent if there is none.', { optional: true })
  redirect_uri?: string;
  @field.metadata({ limits: { maxValueLength: 1_000 } }) parameters: Record<string, string>;
}

/** Query of the return from the page of an institution; unknown members are allowed. */
export class LinkReturnQuery {
  @field.state("State that the institution's page received, unchanged.") state: string;
  @field.text('Code of the institution for an accepted login.', { optional: true, max: 2000 })
  code?: string;
  @field.text('Error of the institution for a refused login.', { optional: true, max: 2000 })
  error?: string;
}

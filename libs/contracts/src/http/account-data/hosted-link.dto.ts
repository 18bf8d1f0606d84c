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
  @TextField({ description: 'Opaque; names the session.' })
  access_token: string;

  @EnumField(['Bearer'], { description: 'How to send it.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime in seconds.', example: 1800 })
  expires_in: number;

  @TextField({
    description:
      'App and session, for the address of the page: a reload is framed by the same sites.',
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK',
  })
  link: string;
}

/** Everything that the hosted link page shows. */
export class HostedLinkView {
  @EnumField(HOSTED_LINK_MODES, { description: 'A new link, or one that is updated.' })
  mode: HostedLinkMode;

  @EnumField(HOSTED_LINK_STEPS, { description: 'Where the user is.' })
  step: HostedLinkStep;

  @BooleanField({ description: 'Whether it is a real bank.' })
  live: boolean;

  @ObjectField(() => HostedMerchant, { description: 'Who asks.' })
  merchant: HostedMerchant;

  @EnumField(PAGE_LANGUAGES, { description: 'Language of the page.' })
  language: PageLanguage;

  @TextField({ optional: true, description: 'ISO 3166 alpha-3, if the request names just one.' })
  country?: string;

  @EnumField(UI_MODES, { description: 'How the page is left.' })
  ui_mode: UiMode;

  @TextField({ optional: true, description: 'Chosen already, by the customer app or the user.' })
  institution_id?: string;

  @BooleanField({ description: 'Whether no other institution can be chosen.' })
  institution_fixed: boolean;

  @TextListField({ description: 'Alpha-3 codes of what the link offers, sorted.' })
  countries: string[];

  @EnumListField(INSTITUTION_TYPES, { description: 'Types of what the link offers.' })
  institution_types: InstitutionType[];

  @TextListField({ description: 'To retrieve; empty for all that the institution supports.' })
  products_requested: string[];

  @EnumField(AUTOMATIC_DATA_REFRESH, { description: 'Of the checkbox; FORCED_ON: none is shown.' })
  automatic_data_refresh: AutomaticDataRefresh;

  @BooleanField({ description: 'Whether a refresh needs no typing: credentials are kept.' })
  credentials_kept: boolean;

  @ObjectField(() => LinkAction, { optional: true, description: 'At step ACTION.' })
  action?: LinkAction;

  @UrlField({
    optional: true,
    description: 'At step REDIRECT: leads to the page of the institution. Open it top-level.',
  })
  redirect_url?: string;

  @ObjectField(() => ProductStatuses, { optional: true, description: 'At step CONNECTED.' })
  product_status?: ProductStatuses;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'At step FAILED.' })
  error?: EmbeddedError;
}

/** Filters within the link's offer. */
export class HostedLinkInstitutionsQuery {
  @TextField({
    optional: true,
    max: 100,
    description: 'As it is typed: best matches first, typos allowed.',
    example: 'test bank',
  })
  query?: string;

  @TextField({ optional: true, min: 3, max: 3, description: 'Alpha-3 code.', example: 'HKG' })
  country?: string;

  @EnumField(INSTITUTION_TYPES, { optional: true, description: 'Only these.' })
  institution_type?: InstitutionType;

  @EnumField(INSTITUTION_USER_TYPES, { optional: true, description: 'Only for these users.' })
  user_type?: InstitutionUserType;

  @IntegerQueryField({ min: 1, max: 100, default: 20, description: 'How many at most.' })
  limit: number;
}

export class HostedLinkConsentQuery {
  @TextField({ min: 1, max: 100, description: 'The institution.', example: 'testbank' })
  institution_id: string;
}

/** The text that the user agrees to; the page shows it unchanged. */
export class LinkConsentText {
  @TextField({ description: 'Version of the wording.', example: 'link-1' })
  version: string;

  @TextField({ description: 'BCP 47 tag of the language that it is in.', example: 'zh-Hant' })
  language: string;

  @TextListField({ description: 'One statement each, in order.' })
  statements: string[];

  @TextField({ description: 'The statements, joined by line feeds: what is recorded.' })
  text: string;

  @TextField({ description: 'Of the text in UTF-8, hexadecimal.' })
  sha256: string;
}

export class HostedLinkConsent {
  @ObjectField(() => Institution, { description: 'With its forms.' })
  institution: Institution;

  @TextListField({ description: 'What will be retrieved: keys of product_status.' })
  products: string[];

  @ObjectField(() => LinkConsentText, { description: 'What the user agrees to.' })
  consent: LinkConsentText;
}

/** The text that the user read. */
export class ShownLinkConsent {
  @TextField({ min: 1, max: 50, description: 'Its version.', example: 'link-1' })
  version: string;

  @TextField({ min: 64, max: 64, description: 'Its sha256.', example: 'a'.repeat(64) })
  sha256: string;
}

export class StartHostedLoginRequest {
  @TextField({ min: 1, max: 100, description: 'The institution.', example: 'testbank' })
  institution_id: string;

  @ObjectField(() => ShownLinkConsent, {
    optional: true,
    description: 'What the user agreed to; a refresh needs none.',
  })
  consent?: ShownLinkConsent;

  @BooleanField({ optional: true, description: 'Whether the credentials may be kept.' })
  store_credentials?: boolean;

  @BooleanField({ optional: true, description: 'What the user chose in the checkbox.' })
  automatic_data_refresh?: boolean;

  @ObjectField(() => EncryptedPayload, {
    optional: true,
    description:
      'login_fields[].key to value; none for kept credentials, and for the page of a bank.',
  })
  encrypted_credentials?: EncryptedPayload;
}

/** How the user left the page. */
export class HostedLinkResult {
  @EnumField(['success', 'close'], { description: 'The window message of an embedded page.' })
  message: 'success' | 'close';

  @EnumField(['form_post', 'query'], { description: 'How the parameters are sent.' })
  response_mode: 'form_post' | 'query';

  @TextField({ optional: true, description: 'Where to; absent: nowhere.' })
  redirect_uri?: string;

  @MetadataField({ limits: { maxValueLength: 1_000 } })
  parameters: Record<string, string>;
}

/** Query of the return from the page of an institution; unknown members are allowed. */
export class LinkReturnQuery {
  @StateField({ description: 'As it was given to the page.' })
  state: string;

  @TextField({ optional: true, max: 2000, description: 'After a login that was accepted.' })
  code?: string;

  @TextField({ optional: true, max: 2000, description: 'After a login that was refused.' })
  error?: string;
}

import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  BooleanField,
  EnumField,
  IdField,
  IntegerQueryField,
  ObjectField,
  ObjectListField,
  TextField,
  UrlField,
} from '../../fields/index.js';
import {
  INSTITUTION_USER_TYPES,
  MANDATE_STATUSES,
  PAGE_LANGUAGES,
  UI_MODES,
  type InstitutionUserType,
  type MandateStatus,
  type PageLanguage,
  type UiMode,
} from '../../states/index.js';
import { HostedMerchant } from '../shared/hosted-page.dto.js';
import {
  ChecklistEncryptionInfo,
  ChecklistFactor,
  MandateAuthRecipient,
} from './mandate-auth.dto.js';
import { MandateConsentText } from './mandate-consent-text.dto.js';
import { MandateDetails } from './mandate.dto.js';

export class OpenMandateSessionRequest {
  @TextField({
    min: 1,
    max: 500,
    description: 'The token of the link URL; it opens one session.',
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK.q83vASNFZ4mrze8BI0VniQ',
  })
  token: string;
}

/** An institution as the hosted page offers it. */
export class HostedInstitution {
  @TextField({ description: 'Institution ID.', example: 'testbank' })
  institution_id: string;

  @TextField({ description: 'Name.', example: 'Test Bank' })
  name: string;

  @TextField({ optional: true, description: 'Its login page, as its customers know it.' })
  portal_name?: string;

  @TextField({ optional: true, description: 'Logo.' })
  logo_url?: string;

  @TextField({ optional: true, description: 'Background of its initials.', example: '#0b5394' })
  color?: string;

  @EnumField(INSTITUTION_USER_TYPES, { description: 'Whose accounts it keeps.' })
  user_type: InstitutionUserType;

  @BooleanField({ description: 'Whether the payer logs in on a page of the institution.' })
  redirect: boolean;
}

export class HostedInstitutionsQuery {
  @TextField({
    optional: true,
    max: 100,
    description: 'As it is typed: best matches first, typos allowed.',
    example: 'test bank',
  })
  query?: string;

  @IntegerQueryField({ min: 1, max: 100, default: 20, description: 'How many at most.' })
  limit: number;
}

export class HostedInstitutionsResponse {
  @ObjectListField(() => HostedInstitution, { description: 'In the order to show.' })
  institutions: HostedInstitution[];
}

/** Everything that the hosted mandate page shows. */
export class HostedMandateView {
  @IdField({ description: 'The mandate.' })
  mandate_id: string;

  @EnumField(MANDATE_STATUSES, { description: 'Of the mandate.' })
  status: MandateStatus;

  @BooleanField({ description: 'Whether it is for real money.' })
  live: boolean;

  @BooleanField({ description: 'Whether it was asked for by a payment link.' })
  of_payment_link: boolean;

  @ObjectField(() => HostedMerchant, { description: 'Who asks.' })
  merchant: HostedMerchant;

  @ObjectField(() => MandateDetails, { description: 'What may be collected.' })
  mandate_details: MandateDetails;

  @ObjectField(() => MandateAuthRecipient, { description: 'Who receives.' })
  recipient: MandateAuthRecipient;

  @ObjectField(() => HostedInstitution, { optional: true, description: 'The one that is chosen.' })
  institution?: HostedInstitution;

  @BooleanField({ description: 'Whether the account that pays is known: no other can be chosen.' })
  institution_fixed: boolean;

  @ObjectListField(() => ChecklistFactor, { description: 'All that is to be given.' })
  auth_checklist: ChecklistFactor[];

  @ObjectField(() => ChecklistEncryptionInfo, { description: 'How to encrypt it.' })
  encryption_info: ChecklistEncryptionInfo;

  @ObjectField(() => MandateConsentText, { description: 'What the payer agrees to.' })
  consent: MandateConsentText;

  @EnumField(PAGE_LANGUAGES, { description: 'Language of the page.' })
  language: PageLanguage;

  @TextField({ optional: true, description: 'ISO 3166 alpha-3, if the link names one.' })
  country?: string;

  @EnumField(UI_MODES, { description: 'How the page is left.' })
  ui_mode: UiMode;

  @UrlField({ optional: true, description: 'Where the payer is sent back to.' })
  return_url?: string;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;
}

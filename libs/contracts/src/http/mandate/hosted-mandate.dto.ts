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
    description: 'Token from the URL of the mandate link. It opens one session.',
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK.q83vASNFZ4mrze8BI0VniQ',
  })
  token: string;
}

/** An institution as the hosted page offers it. */
export class HostedInstitution {
  @TextField({ description: 'Institution ID.', example: 'testbank' })
  institution_id: string;

  @TextField({ description: 'Name of the institution.', example: 'Test Bank' })
  name: string;

  @TextField({
    optional: true,
    description: 'Name of the login page, as customers of the institution know it.',
  })
  portal_name?: string;

  @TextField({ optional: true, description: "URL of the institution's logo." })
  logo_url?: string;

  @TextField({
    optional: true,
    description: "Background colour of the institution's initials, if there is no logo.",
    example: '#0b5394',
  })
  color?: string;

  @EnumField(INSTITUTION_USER_TYPES, {
    description: 'Kind of users whose accounts the institution keeps.',
  })
  user_type: InstitutionUserType;

  @BooleanField({ description: "Whether the payer logs in on the institution's own page." })
  redirect: boolean;
}

export class HostedInstitutionsQuery {
  @TextField({
    optional: true,
    max: 100,
    description: 'Text to search for in names. Best matches come first; typos are allowed.',
    example: 'test bank',
  })
  query?: string;

  @IntegerQueryField({
    min: 1,
    max: 100,
    default: 20,
    description: 'Maximum number of institutions to return.',
  })
  limit: number;
}

export class HostedInstitutionsResponse {
  @ObjectListField(() => HostedInstitution, { description: 'Institutions in the order to show.' })
  institutions: HostedInstitution[];
}

/** Everything that the hosted mandate page shows. */
export class HostedMandateView {
  @IdField({ description: 'ID of the mandate.' })
  mandate_id: string;

  @EnumField(MANDATE_STATUSES, { description: 'Status of the mandate.' })
  status: MandateStatus;

  @BooleanField({ description: 'True for real money, false for tests.' })
  live: boolean;

  @BooleanField({ description: 'Whether a payment link requested the mandate.' })
  of_payment_link: boolean;

  @ObjectField(() => HostedMerchant, { description: 'Merchant who requests the mandate.' })
  merchant: HostedMerchant;

  @ObjectField(() => MandateDetails, {
    description: 'Currency, dates, limits and description of the mandate.',
  })
  mandate_details: MandateDetails;

  @ObjectField(() => MandateAuthRecipient, { description: 'Recipient of the payments.' })
  recipient: MandateAuthRecipient;

  @ObjectField(() => HostedInstitution, {
    optional: true,
    description: 'Institution that is chosen. Absent before the choice.',
  })
  institution?: HostedInstitution;

  @BooleanField({
    description:
      "True if the payer's account is known, so that no other institution can be chosen.",
  })
  institution_fixed: boolean;

  @ObjectListField(() => ChecklistFactor, {
    description: 'Factors that the payer must give to authorize the mandate.',
  })
  auth_checklist: ChecklistFactor[];

  @ObjectField(() => ChecklistEncryptionInfo, {
    description: 'Key to encrypt checklist items with.',
  })
  encryption_info: ChecklistEncryptionInfo;

  @ObjectField(() => MandateConsentText, { description: 'Text that the payer agrees to.' })
  consent: MandateConsentText;

  @EnumField(PAGE_LANGUAGES, { description: 'Language of the page.' })
  language: PageLanguage;

  @TextField({
    optional: true,
    description: 'Country of the link as an alpha-3 code, if the link names one.',
  })
  country?: string;

  @EnumField(UI_MODES, { description: 'How the payer leaves the page.' })
  ui_mode: UiMode;

  @UrlField({ optional: true, description: 'URL to which the payer returns.' })
  return_url?: string;

  @ObjectField(() => EmbeddedError, {
    optional: true,
    description: 'Why the mandate failed. Present on failure only.',
  })
  error?: EmbeddedError;
}

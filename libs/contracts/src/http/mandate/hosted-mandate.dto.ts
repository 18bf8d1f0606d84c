import { EmbeddedError } from '../../errors/embedded-error.js';
import { field } from '../../fields/index.js';
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
  @field.text('Token from the URL of the mandate link. It opens one session.', {
    min: 1,
    max: 500,
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK.q83vASNFZ4mrze8BI0VniQ',
  })
  token: string;
}

/** An institution as the hosted page offers it. */
export class HostedInstitution {
  @field.text('Institution ID.', { example: 'testbank' }) institution_id: string;
  @field.text('Name of the institution.', { example: 'Test Bank' }) name: string;
  @field.text('Name of the login page, as customers of the institution know it.', {
    optional: true,
  })
  portal_name?: string;
  @field.text("URL of the institution's logo.", { optional: true }) logo_url?: string;
  @field.text("Background colour of the institution's initials, if there is no logo.", {
    optional: true,
    example: '#0b5394',
  })
  color?: string;
  @field.enum('Kind of users whose accounts the institution keeps.', INSTITUTION_USER_TYPES)
  user_type: InstitutionUserType;
  @field.boolean("Whether the payer logs in on the institution's own page.") redirect: boolean;
}

export class HostedInstitutionsQuery {
  @field.text('Text to search for in names. Best matches come first; typos are allowed.', {
    optional: true,
    max: 100,
    example: 'test bank',
  })
  query?: string;
  @field.integerQuery('Maximum number of institutions to return.', {
    min: 1,
    max: 100,
    default: 20,
  })
  limit: number;
}

export class HostedInstitutionsResponse {
  @field.objectList('Institutions in the order to show.', () => HostedInstitution)
  institutions: HostedInstitution[];
}

/** Everything that the hosted mandate page shows. */
export class HostedMandateView {
  @field.id('ID of the mandate.') mandate_id: string;
  @field.enum('Status of the mandate.', MANDATE_STATUSES) status: MandateStatus;
  @field.boolean('True for real money, false for tests.') live: boolean;
  @field.boolean('Whether a payment link requested the mandate.') of_payment_link: boolean;
  @field.object('Merchant who requests the mandate.', () => HostedMerchant)
  merchant: HostedMerchant;
  @field.object('Currency, dates, limits and description of the mandate.', () => MandateDetails)
  mandate_details: MandateDetails;
  @field.object('Recipient of the payments.', () => MandateAuthRecipient)
  recipient: MandateAuthRecipient;
  @field.object('Institution that is chosen. Absent before the choice.', () => HostedInstitution, {
    optional: true,
  })
  institution?: HostedInstitution;
  @field.boolean(
    "True if the payer's account is known, so that no other institution can be chosen.",
  )
  institution_fixed: boolean;
  @field.objectList(
    'Factors that the payer must give to authorize the mandate.',
    () => ChecklistFactor,
  )
  auth_checklist: ChecklistFactor[];
  @field.object('Key to encrypt checklist items with.', () => ChecklistEncryptionInfo)
  encryption_info: ChecklistEncryptionInfo;
  @field.object('Text that the payer agrees to.', () => MandateConsentText)
  consent: MandateConsentText;
  @field.enum('Language of the page.', PAGE_LANGUAGES) language: PageLanguage;
  @field.text('Country of the link as an alpha-3 code, if the link names one.', { optional: true })
  country?: string;
  @field.enum('How the payer leaves the page.', UI_MODES) ui_mode: UiMode;
  @field.url('URL to which the payer returns.', { optional: true }) return_url?: string;
  @field.object('Why the mandate failed. Present on failure only.', () => EmbeddedError, {
    optional: true,
  })
  error?: EmbeddedError;
}

import {
  BooleanField,
  EnumField,
  MetadataField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import { MandateDetailsRequest, MandateRecipientAccountRequest } from './mandate.dto.js';

export const TEST_MANDATE_DECISIONS = ['SUCCEEDED', 'FAILED', 'REVOKED'] as const;
export type TestMandateDecision = (typeof TEST_MANDATE_DECISIONS)[number];

export class MandateSenderAccountRequest {
  @TextField('ID of the external account that pays. Its full number must be known.', {
    min: 1,
    max: 100,
    example: '01JQ0000000000000000000EXT',
  })
  account_id: string;
}

export class CreateMandateForSenderRequest {
  @ObjectField(
    'Settlement account that receives the payments.',
    () => MandateRecipientAccountRequest,
  )
  recipient_account: MandateRecipientAccountRequest;
  @ObjectField(
    'External account of the payer. It determines who pays.',
    () => MandateSenderAccountRequest,
  )
  sender_account: MandateSenderAccountRequest;
  @ObjectField(
    'Currency, dates, limits and description of the mandate.',
    () => MandateDetailsRequest,
  )
  mandate_details: MandateDetailsRequest;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
}

export class AuthorizeMandateRequest {
  @BooleanField('Whether the end-user consented. False cancels the mandate.', { example: true })
  enduser_consent: boolean;
}

/** Simulates the decision of payer and bank about a mandate of a test app. */
export class UpdateTestMandateStatusRequest {
  @EnumField(
    'New status: SUCCEEDED or FAILED for a SUBMITTED mandate, REVOKED for a SUCCEEDED one.',
    TEST_MANDATE_DECISIONS,
    { example: 'SUCCEEDED' },
  )
  status: TestMandateDecision;
}

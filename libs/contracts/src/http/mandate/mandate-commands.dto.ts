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
  @TextField({
    min: 1,
    max: 100,
    description: 'ID of the external account that pays. Its full number must be known.',
    example: '01JQ0000000000000000000EXT',
  })
  account_id: string;
}

export class CreateMandateForSenderRequest {
  @ObjectField(() => MandateRecipientAccountRequest, {
    description: 'Settlement account that receives the payments.',
  })
  recipient_account: MandateRecipientAccountRequest;

  @ObjectField(() => MandateSenderAccountRequest, {
    description: 'External account of the payer. It determines who pays.',
  })
  sender_account: MandateSenderAccountRequest;

  @ObjectField(() => MandateDetailsRequest, {
    description: 'Currency, dates, limits and description of the mandate.',
  })
  mandate_details: MandateDetailsRequest;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

export class AuthorizeMandateRequest {
  @BooleanField({
    description: 'Whether the end-user consented. False cancels the mandate.',
    example: true,
  })
  enduser_consent: boolean;
}

/** Simulates the decision of payer and bank about a mandate of a test app. */
export class UpdateTestMandateStatusRequest {
  @EnumField(TEST_MANDATE_DECISIONS, {
    description:
      'New status: SUCCEEDED or FAILED for a SUBMITTED mandate, REVOKED for a SUCCEEDED one.',
    example: 'SUCCEEDED',
  })
  status: TestMandateDecision;
}

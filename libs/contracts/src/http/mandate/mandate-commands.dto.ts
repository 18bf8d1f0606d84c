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
    description: 'The external account that pays; its number must have been given.',
    example: '01JQ0000000000000000000EXT',
  })
  account_id: string;
}

export class CreateMandateForSenderRequest {
  @ObjectField(() => MandateRecipientAccountRequest, { description: 'Who receives.' })
  recipient_account: MandateRecipientAccountRequest;

  @ObjectField(() => MandateSenderAccountRequest, { description: 'Who pays, and from where.' })
  sender_account: MandateSenderAccountRequest;

  @ObjectField(() => MandateDetailsRequest, { description: 'What may be collected.' })
  mandate_details: MandateDetailsRequest;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

export class AuthorizeMandateRequest {
  @BooleanField({
    description: 'Whether the end-user consented; false cancels the mandate.',
    example: true,
  })
  enduser_consent: boolean;
}

/** Simulates the decision of payer and bank about a mandate of a test app. */
export class UpdateTestMandateStatusRequest {
  @EnumField(TEST_MANDATE_DECISIONS, {
    description: 'SUCCEEDED, FAILED: of a mandate at the bank. REVOKED: of one that succeeded.',
    example: 'SUCCEEDED',
  })
  status: TestMandateDecision;
}

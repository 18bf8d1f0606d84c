import {
  BooleanField,
  DateTimeField,
  EnumField,
  IdField,
  InstantField,
  MetadataField,
  ObjectField,
  ObjectListField,
  TextField,
} from '../../fields/index.js';
import { USER_TYPES, type UserType } from '../../states/index.js';
import { UserIntegrationMetadata } from './external-integration.dto.js';
import { SenderDetail } from './parties.dto.js';

export class CreatePaymentUserRequest {
  @TextField({ min: 1, max: 100, description: 'Name of the end-user.', example: 'Chan Tai Man' })
  name: string;

  @TextField({
    min: 1,
    max: 100,
    description: "The customer app's ID of the end-user; the same one gives the same user.",
    example: 'customer-42',
  })
  external_user_id: string;

  @EnumField(USER_TYPES, { optional: true, description: 'Person or company.' })
  user_type?: UserType;

  @TextField({
    optional: true,
    max: 256,
    description: 'E-mail address.',
    example: 'tm@example.com',
  })
  email?: string;

  @ObjectListField(() => SenderDetail, { optional: true, description: 'For fraud checks.' })
  user_details?: SenderDetail[];

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @BooleanField({
    optional: true,
    description: 'Whether stored methods may be charged without the user; false when absent.',
  })
  autopay_consent?: boolean;

  @ObjectField(() => UserIntegrationMetadata, {
    optional: true,
    description: 'Where the user lives in the external billing integration.',
  })
  integration_metadata?: UserIntegrationMetadata;
}

/** A partial update: an absent member stays, null clears it. */
export class UpdatePaymentUserRequest {
  @BooleanField({ optional: true, nullable: true, description: 'Null is the same as false.' })
  autopay_consent?: boolean | null;

  @TextField({ optional: true, nullable: true, max: 256, description: 'E-mail address.' })
  email?: string | null;

  @MetadataField({ optional: true, nullable: true })
  metadata?: Record<string, string> | null;

  @TextField({ optional: true, nullable: true, min: 1, max: 100, description: 'Name.' })
  name?: string | null;

  @DateTimeField({ optional: true, nullable: true, description: 'When the next bill is read.' })
  next_bill_update?: string | null;

  @EnumField(USER_TYPES, { optional: true, nullable: true, description: 'Person or company.' })
  user_type?: UserType | null;
}

/** A payment user where its e-mail address is not shown. */
export class PaymentUserSummary {
  @IdField({ description: 'Payment user ID.' })
  user_id: string;

  @BooleanField({ description: 'Whether stored methods may be charged without the user.' })
  autopay_consent: boolean;

  @TextField({ optional: true, description: "The customer app's ID of the end-user." })
  external_user_id?: string;

  @TextField({ optional: true, description: 'Name of the end-user.', example: 'Chan Tai Man' })
  name?: string;

  @EnumField(USER_TYPES, { optional: true, description: 'Person or company.' })
  user_type?: UserType;

  @ObjectListField(() => SenderDetail, { optional: true, description: 'Tokenized details.' })
  user_details?: SenderDetail[];

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @InstantField({ optional: true, nullable: true, description: 'When the next bill is read.' })
  next_bill_update?: string | null;

  @InstantField({ optional: true, description: 'When it was created.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When it last changed.' })
  updated_at?: string;

  @ObjectField(() => UserIntegrationMetadata, { optional: true, description: 'As given.' })
  integration_metadata?: UserIntegrationMetadata;
}

export class PaymentUserResponse extends PaymentUserSummary {
  @TextField({ optional: true, max: 256, description: 'E-mail address.' })
  email?: string;
}

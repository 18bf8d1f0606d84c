import {
  BooleanField,
  IdField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
} from '../../fields/index.js';
import { ActionButton, ActionField, ActionMessage } from '../shared/link-action.dto.js';
import { AccessTokenResponse } from '../gateway/login-identity-token.dto.js';

const BASE64 = { min: 1, max: 100_000 };

/** AES-256-GCM under a key that RSA-OAEP (SHA-256) wraps; every part in base64. */
export class EncryptedPayload {
  @TextField({
    ...BASE64,
    description: 'Encrypted JSON object in base64, without the tag.',
    example: '3q2+7w==',
  })
  ciphertext: string;

  @TextField({
    min: 1,
    max: 100,
    description: 'Initialization vector in base64: 16 random bytes.',
    example: 'AAECAwQFBgcICQoLDA0ODw==',
  })
  initializationVector: string;

  @TextField({
    min: 1,
    max: 100,
    description: 'Tag of AES-256-GCM in base64: 16 bytes.',
    example: 'EBESExQVFhcYGRobHB0eHw==',
  })
  messageAuthenticationCode: string;

  @TextField({
    min: 1,
    max: 1_000,
    description: 'AES key in base64, wrapped by RSA-OAEP with SHA-256.',
    example: 'c2VhbGVk',
  })
  envelopeEncryptionKey: string;

  @TextField({
    min: 1,
    max: 100,
    description: 'kid of the public key from GET /jwks that you used.',
    example: 'QmYtZ0x2',
  })
  keyId: string;
}

export class CreateLinkRequest {
  @TextField({ min: 2, max: 100, description: 'ID of the institution.', example: 'testbank' })
  institution_id: string;

  @TextField({
    min: 1,
    max: 100,
    description: 'Your own ID of the end-user.',
    example: 'customer-42',
  })
  user_id: string;

  @BooleanField({ nullable: true, description: 'Whether the end-user consented.', example: true })
  consent: boolean | null;

  @TextListField({
    maxItems: 20,
    each: { min: 1, max: 100 },
    description:
      'Products to retrieve. Empty: all that the institution supports and your app may read.',
    example: ['ACCOUNTS', 'TRANSACTIONS'],
  })
  products_requested: string[];

  @BooleanField({
    description: 'Whether the credentials may be stored for later refreshes.',
    example: true,
  })
  store_credentials: boolean;

  @ObjectField(() => EncryptedPayload, {
    description: 'Encrypted values of the login form, by the key of the login field.',
  })
  encrypted_credentials: EncryptedPayload;

  @TextField({
    optional: true,
    max: 100,
    description: 'Legacy payment instruction. Accepted without effect.',
    example: '01JQ0000000000000000000ACT',
  })
  payment_instruction_id?: string;
}

export class LinkActionRequest {
  @TextField({
    min: 1,
    max: 100,
    description: 'ID of the action that you answer.',
    example: '01JQ0000000000000000000ACT',
  })
  action_id: string;

  @ObjectField(() => EncryptedPayload, {
    description: 'Encrypted answers, by the name of the field.',
  })
  encrypted_credentials: EncryptedPayload;
}

export class RelinkRequest {
  @BooleanField({ description: 'Whether the end-user consented.', example: true })
  consent: boolean;

  @ObjectField(() => EncryptedPayload, {
    description: 'Encrypted values of the login form, by the key of the login field.',
  })
  encrypted_credentials: EncryptedPayload;

  @BooleanField({
    optional: true,
    description: 'Whether the credentials may be stored for later refreshes.',
  })
  store_credential?: boolean;
}

export class LinkPending {
  @TextField({ description: 'Progress of the login, as a code.', example: 'AUTHENTICATING' })
  code: string;

  @TextField({ description: 'Progress of the login in words.' })
  message: string;

  @TextField({ description: 'What to do next.', example: '01JQ0000000000000000000ACT' })
  details: string;
}

/** The institution's question to the user. */
export class LinkAction {
  @IdField({
    description: 'ID of the action: send it with the answer.',
    example: '01JQ0000000000000000000ACT',
  })
  action_id: string;

  @TextField({ description: 'Kind of screen.', example: 'ACTION' })
  type: string;

  @TextField({ description: 'What the institution asks for.', example: 'MOBILE_OTP' })
  name: string;

  @ObjectListField(() => ActionMessage, { description: 'Messages to show to the user.' })
  messages: ActionMessage[];

  @ObjectListField(() => ActionField, { description: "Fields for the user's answer." })
  fields: ActionField[];

  @ObjectListField(() => ActionButton, { optional: true, description: 'Buttons of the screen.' })
  buttons?: ActionButton[];
}

/** Exactly one member is set. A failed attempt is an error answer. */
export class LinkStatusResponse {
  @ObjectField(() => AccessTokenResponse, {
    optional: true,
    description:
      'Tokens of the login identity: the same for 10 minutes from the login on, until their first refresh.',
  })
  success?: AccessTokenResponse;

  @ObjectField(() => LinkPending, {
    optional: true,
    description:
      'Progress of a login. When its tokens are no longer given, it says that the login is complete.',
  })
  pending?: LinkPending;

  @ObjectField(() => LinkAction, {
    optional: true,
    description:
      'Question of the institution to the end-user. Present while it waits for the answer.',
    example: 'client_credentials',
  })
  action?: LinkAction;
}

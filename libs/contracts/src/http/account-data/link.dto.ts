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
  @TextField({ ...BASE64, description: 'The encrypted JSON object.', example: '3q2+7w==' })
  ciphertext: string;

  @TextField({
    min: 1,
    max: 100,
    description: '16 random bytes.',
    example: 'AAECAwQFBgcICQoLDA0ODw==',
  })
  initializationVector: string;

  @TextField({
    min: 1,
    max: 100,
    description: 'The 16-byte tag.',
    example: 'EBESExQVFhcYGRobHB0eHw==',
  })
  messageAuthenticationCode: string;

  @TextField({ min: 1, max: 1_000, description: 'The wrapped AES key.', example: 'c2VhbGVk' })
  envelopeEncryptionKey: string;

  @TextField({ min: 1, max: 100, description: 'kid of the key of GET /jwks.', example: 'QmYtZ0x2' })
  keyId: string;
}

export class CreateLinkRequest {
  @TextField({ min: 2, max: 100, description: 'The institution.', example: 'testbank' })
  institution_id: string;

  @TextField({
    min: 1,
    max: 100,
    description: "The customer app's ID of the end-user.",
    example: 'customer-42',
  })
  user_id: string;

  @BooleanField({ nullable: true, description: 'Whether the end-user consented.', example: true })
  consent: boolean | null;

  @TextListField({
    maxItems: 20,
    each: { min: 1, max: 100 },
    description: 'What to retrieve; empty for all that the institution supports.',
    example: ['ACCOUNTS', 'TRANSACTIONS'],
  })
  products_requested: string[];

  @BooleanField({
    description: 'Whether the credentials may be kept for later refreshes.',
    example: true,
  })
  store_credentials: boolean;

  @ObjectField(() => EncryptedPayload, { description: 'login_fields[].key to value.' })
  encrypted_credentials: EncryptedPayload;

  @TextField({
    optional: true,
    max: 100,
    description: 'Legacy payment instruction.',
    example: '01JQ0000000000000000000ACT',
  })
  payment_instruction_id?: string;
}

export class LinkActionRequest {
  @TextField({
    min: 1,
    max: 100,
    description: 'The action that is answered.',
    example: '01JQ0000000000000000000ACT',
  })
  action_id: string;

  @ObjectField(() => EncryptedPayload, { description: 'Field name to value.' })
  encrypted_credentials: EncryptedPayload;
}

export class RelinkRequest {
  @BooleanField({ description: 'Whether the end-user consented.', example: true })
  consent: boolean;

  @ObjectField(() => EncryptedPayload, { description: 'login_fields[].key to value.' })
  encrypted_credentials: EncryptedPayload;

  @BooleanField({ optional: true, description: 'As store_credentials of a link.' })
  store_credential?: boolean;
}

export class LinkPending {
  @TextField({ description: 'How far it is.', example: 'AUTHENTICATING' })
  code: string;

  @TextField({ description: 'The same in words.' })
  message: string;

  @TextField({ description: 'What to do.', example: '01JQ0000000000000000000ACT' })
  details: string;
}

/** The institution's question to the user. */
export class LinkAction {
  @IdField({ description: 'To be sent with the answer.', example: '01JQ0000000000000000000ACT' })
  action_id: string;

  @TextField({ description: 'Kind of screen.', example: 'ACTION' })
  type: string;

  @TextField({ description: 'What is asked for.', example: 'MOBILE_OTP' })
  name: string;

  @ObjectListField(() => ActionMessage, { description: 'What to tell.' })
  messages: ActionMessage[];

  @ObjectListField(() => ActionField, { description: 'What to ask for.' })
  fields: ActionField[];

  @ObjectListField(() => ActionButton, { optional: true, description: 'How to go on.' })
  buttons?: ActionButton[];
}

/** Exactly one member is set. A failed attempt is an error answer. */
export class LinkStatusResponse {
  @ObjectField(() => AccessTokenResponse, { optional: true, description: 'Authenticated.' })
  success?: AccessTokenResponse;

  @ObjectField(() => LinkPending, { optional: true, description: 'Ask again.' })
  pending?: LinkPending;

  @ObjectField(() => LinkAction, {
    optional: true,
    description: 'Ask the end-user.',
    example: 'client_credentials',
  })
  action?: LinkAction;
}

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
  @TextField('Encrypted JSON object in base64, without the tag.', {
    ...BASE64,
    example: '3q2+7w==',
  })
  ciphertext: string;
  @TextField('Initialization vector in base64: 16 random bytes.', {
    min: 1,
    max: 100,
    example: 'AAECAwQFBgcICQoLDA0ODw==',
  })
  initializationVector: string;
  @TextField('Tag of AES-256-GCM in base64: 16 bytes.', {
    min: 1,
    max: 100,
    example: 'EBESExQVFhcYGRobHB0eHw==',
  })
  messageAuthenticationCode: string;
  @TextField('AES key in base64, wrapped by RSA-OAEP with SHA-256.', {
    min: 1,
    max: 1_000,
    example: 'c2VhbGVk',
  })
  envelopeEncryptionKey: string;
  @TextField('kid of the public key from GET /jwks that you used.', {
    min: 1,
    max: 100,
    example: 'QmYtZ0x2',
  })
  keyId: string;
}

export class CreateLinkRequest {
  @TextField('ID of the institution.', { min: 2, max: 100, example: 'testbank' })
  institution_id: string;
  @TextField('Your own ID of the end-user.', { min: 1, max: 100, example: 'customer-42' })
  user_id: string;
  @BooleanField('Whether the end-user consented.', { nullable: true, example: true }) consent:
    boolean | null;
  @TextListField(
    'Products to retrieve. Empty: all that the institution supports and your app may read.',
    { maxItems: 20, each: { min: 1, max: 100 }, example: ['ACCOUNTS', 'TRANSACTIONS'] },
  )
  products_requested: string[];
  @BooleanField('Whether the credentials may be stored for later refreshes.', { example: true })
  store_credentials: boolean;
  @ObjectField(
    'Encrypted values of the login form, by the key of the login field.',
    () => EncryptedPayload,
  )
  encrypted_credentials: EncryptedPayload;
  @TextField('Legacy payment instruction. Accepted without effect.', {
    optional: true,
    max: 100,
    example: '01JQ0000000000000000000ACT',
  })
  payment_instruction_id?: string;
}

export class LinkActionRequest {
  @TextField('ID of the action that you answer.', {
    min: 1,
    max: 100,
    example: '01JQ0000000000000000000ACT',
  })
  action_id: string;
  @ObjectField('Encrypted answers, by the name of the field.', () => EncryptedPayload)
  encrypted_credentials: EncryptedPayload;
}

export class RelinkRequest {
  @BooleanField('Whether the end-user consented.', { example: true }) consent: boolean;
  @ObjectField(
    'Encrypted values of the login form, by the key of the login field.',
    () => EncryptedPayload,
  )
  encrypted_credentials: EncryptedPayload;
  @BooleanField('Whether the credentials may be stored for later refreshes.', { optional: true })
  store_credential?: boolean;
}

export class LinkPending {
  @TextField('Progress of the login, as a code.', { example: 'AUTHENTICATING' }) code: string;
  @TextField('Progress of the login in words.') message: string;
  @TextField('What to do next.', { example: '01JQ0000000000000000000ACT' }) details: string;
}

/** The institution's question to the user. */
export class LinkAction {
  @IdField('ID of the action: send it with the answer.', { example: '01JQ0000000000000000000ACT' })
  action_id: string;
  @TextField('Kind of screen.', { example: 'ACTION' }) type: string;
  @TextField('What the institution asks for.', { example: 'MOBILE_OTP' }) name: string;
  @ObjectListField('Messages to show to the user.', () => ActionMessage) messages: ActionMessage[];
  @ObjectListField("Fields for the user's answer.", () => ActionField) fields: ActionField[];
  @ObjectListField('Buttons of the screen.', () => ActionButton, { optional: true })
  buttons?: ActionButton[];
}

/** Exactly one member is set. A failed attempt is an error answer. */
export class LinkStatusResponse {
  @ObjectField(
    'Tokens of the login identity: the same for 10 minutes from the login on, until their first refresh.',
    () => AccessTokenResponse,
    { optional: true },
  )
  success?: AccessTokenResponse;
  @ObjectField(
    'Progress of a login. When its tokens are no longer given, it says that the login is complete.',
    () => LinkPending,
    { optional: true },
  )
  pending?: LinkPending;
  @ObjectField(
    'Question of the institution to the end-user. Present while it waits for the answer.',
    () => LinkAction,
    { optional: true, example: 'client_credentials' },
  )
  action?: LinkAction;
}

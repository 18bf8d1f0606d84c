import { EnumField, InstantField, IntegerField, TextField } from '../../fields/index.js';

export class CustomerTokenRequest {
  @TextField({
    min: 26,
    max: 26,
    description: 'ID of the app.',
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;

  @TextField({
    min: 64,
    max: 80,
    description: 'Secret of the app.',
    example: 'secret-20260302-0123456789abcdef0123456789abcdef0123456789abcdef',
  })
  client_secret: string;

  @EnumField(['client_credentials'], {
    description: 'The only grant.',
    example: 'client_credentials',
  })
  grant_type: 'client_credentials';
}

export class CustomerTokenResponse {
  @TextField({ description: 'Opaque; send it as a bearer token.' })
  access_token: string;

  @EnumField(['Bearer'], { description: 'How to send it.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime in seconds.', example: 3600 })
  expires_in: number;

  @InstantField({ description: 'When it was signed.', example: '2026-03-02T08:15:30.250Z' })
  issued_at: string;
}

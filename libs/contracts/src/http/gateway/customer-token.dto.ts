import { EnumField, InstantField, IntegerField, TextField } from '../../fields/index.js';

export class CustomerTokenRequest {
  @TextField({
    min: 26,
    max: 26,
    description: 'Client ID of the customer app.',
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;

  @TextField({
    min: 64,
    max: 80,
    description: 'Client secret of the customer app.',
    example: 'secret-20260302-0123456789abcdef0123456789abcdef0123456789abcdef',
  })
  client_secret: string;

  @EnumField(['client_credentials'], {
    description: 'Type of the grant; client_credentials is the only value.',
    example: 'client_credentials',
  })
  grant_type: 'client_credentials';
}

export class CustomerTokenResponse {
  @TextField({
    description: 'Opaque access token. Send it in the header Authorization as a bearer token.',
  })
  access_token: string;

  @EnumField(['Bearer'], { description: 'Type of the token.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime of the access token in seconds.', example: 3600 })
  expires_in: number;

  @InstantField({
    description: 'When the access token was issued.',
    example: '2026-03-02T08:15:30.250Z',
  })
  issued_at: string;
}

import { EnumField, InstantField, pick, TextField } from '../../fields/index.js';
import { AccessTokenResponse } from './login-identity-token.dto.js';

export class CustomerTokenRequest {
  @TextField('Client ID of the customer app.', {
    min: 26,
    max: 26,
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;
  @TextField('Client secret of the customer app.', {
    min: 64,
    max: 80,
    example: 'secret-20260302-0123456789abcdef0123456789abcdef0123456789abcdef',
  })
  client_secret: string;
  @EnumField('Type of the grant; client_credentials is the only value.', ['client_credentials'], {
    example: 'client_credentials',
  })
  grant_type: 'client_credentials';
}

export class CustomerTokenResponse extends pick(AccessTokenResponse, [
  'access_token',
  'token_type',
  'expires_in',
]) {
  @InstantField('When the access token was issued.', { example: '2026-03-02T08:15:30.250Z' })
  issued_at: string;
}

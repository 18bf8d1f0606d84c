import { EnumField, IdField, InstantField, IntegerField, TextField } from '../../fields/index.js';

/** The tokens of one login identity. */
export class AccessTokenResponse {
  @TextField('Opaque access token. Send it in the header Authorization as a bearer token.')
  access_token: string;
  @IdField('ID of the login identity that the token gives access to.') login_identity_id: string;
  @EnumField('Type of the token.', ['Bearer']) token_type: 'Bearer';
  @IntegerField('Lifetime of the access token in seconds.', { min: 1, example: 3600 })
  expires_in: number;
  @TextField('Token for POST /auth/token/refresh. Each refresh token works once.', {
    example: 'rt_q83vASNFZ4mrze8BI0VniQ',
  })
  refresh_token: string;
  @InstantField('When the access token was issued.') issued_at: string;
}

/** The code of a hosted link for the tokens of its login identity; a form. */
export class LinkCodeExchange {
  @EnumField('Type of the grant; authorization_code is the only value.', ['authorization_code'], {
    example: 'authorization_code',
  })
  grant_type: 'authorization_code';
  @TextField('Code that the hosted page returned. It works once.', {
    min: 1,
    max: 500,
    example: 'code_q83vASNFZ4mrze8BI0VniQ',
  })
  code: string;
  @TextField('Client ID of the customer app.', {
    min: 1,
    max: 100,
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;
  @TextField('The same redirect_uri as in the request of the link token.', {
    min: 1,
    max: 500,
    example: 'https://shop.example.com/return',
  })
  redirect_uri: string;
  @TextField('PKCE code verifier. It is required if the link token had a code_challenge.', {
    optional: true,
    min: 1,
    max: 200,
  })
  code_verifier?: string;
}

export class RefreshTokenRequest {
  @TextField(
    'Refresh token of the login identity. It works once; the response contains the next one.',
    { min: 1, max: 500, example: 'rt_q83vASNFZ4mrze8BI0VniQ' },
  )
  refresh_token: string;
}

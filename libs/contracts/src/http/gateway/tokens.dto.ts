import { field, pick } from '../../fields/index.js';

/** The tokens of one login identity. */
export class AccessTokenResponse {
  @field.text('Opaque access token. Send it in the header Authorization as a bearer token.')
  access_token: string;
  @field.id('ID of the login identity that the token gives access to.') login_identity_id: string;
  @field.enum('Type of the token.', ['Bearer']) token_type: 'Bearer';
  @field.integer('Lifetime of the access token in seconds.', { min: 1, example: 3600 })
  expires_in: number;
  @field.text('Token for POST /auth/token/refresh. Each refresh token works once.', {
    example: 'rt_q83vASNFZ4mrze8BI0VniQ',
  })
  refresh_token: string;
  @field.instant('When the access token was issued.') issued_at: string;
}

/** The code of a hosted link for the tokens of its login identity; a form. */
export class LinkCodeExchange {
  @field.enum('Type of the grant; authorization_code is the only value.', ['authorization_code'], {
    example: 'authorization_code',
  })
  grant_type: 'authorization_code';
  @field.text('Code that the hosted page returned. It works once.', {
    min: 1,
    max: 500,
    example: 'code_q83vASNFZ4mrze8BI0VniQ',
  })
  code: string;
  @field.text('Client ID of the customer app.', {
    min: 1,
    max: 100,
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;
  @field.text('The same redirect_uri as in the request of the link token.', {
    min: 1,
    max: 500,
    example: 'https://shop.example.com/return',
  })
  redirect_uri: string;
  @field.text('PKCE code verifier. It is required if the link token had a code_challenge.', {
    optional: true,
    min: 1,
    max: 200,
  })
  code_verifier?: string;
}

export class RefreshTokenRequest {
  @field.text(
    'Refresh token of the login identity. It works once; the response contains the next one.',
    { min: 1, max: 500, example: 'rt_q83vASNFZ4mrze8BI0VniQ' },
  )
  refresh_token: string;
}

export class CustomerTokenRequest {
  @field.text('Client ID of the customer app.', {
    min: 26,
    max: 26,
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;
  @field.text('Client secret of the customer app.', {
    min: 64,
    max: 80,
    example: 'secret-20260302-0123456789abcdef0123456789abcdef0123456789abcdef',
  })
  client_secret: string;
  @field.enum('Type of the grant; client_credentials is the only value.', ['client_credentials'], {
    example: 'client_credentials',
  })
  grant_type: 'client_credentials';
}

export class CustomerTokenResponse extends pick(AccessTokenResponse, [
  'access_token',
  'token_type',
  'expires_in',
]) {
  @field.instant('When the access token was issued.', { example: '2026-03-02T08:15:30.250Z' })
  issued_at: string;
}

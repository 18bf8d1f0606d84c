import { EnumField, IdField, InstantField, IntegerField, TextField } from '../../fields/index.js';

/** The tokens of one login identity. */
export class AccessTokenResponse {
  @TextField({
    description: 'Opaque access token. Send it in the header Authorization as a bearer token.',
  })
  access_token: string;

  @IdField({ description: 'ID of the login identity that the token gives access to.' })
  login_identity_id: string;

  @EnumField(['Bearer'], { description: 'Type of the token.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime of the access token in seconds.', example: 3600 })
  expires_in: number;

  @TextField({
    description: 'Token for POST /auth/token/refresh. Each refresh token works once.',
    example: 'rt_q83vASNFZ4mrze8BI0VniQ',
  })
  refresh_token: string;

  @InstantField({ description: 'When the access token was issued.' })
  issued_at: string;
}

/** The code of a hosted link for the tokens of its login identity; a form. */
export class LinkCodeExchange {
  @EnumField(['authorization_code'], {
    description: 'Type of the grant; authorization_code is the only value.',
    example: 'authorization_code',
  })
  grant_type: 'authorization_code';

  @TextField({
    min: 1,
    max: 500,
    description: 'Code that the hosted page returned. It works once.',
    example: 'code_q83vASNFZ4mrze8BI0VniQ',
  })
  code: string;

  @TextField({
    min: 1,
    max: 100,
    description: 'Client ID of the customer app.',
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;

  @TextField({
    min: 1,
    max: 500,
    description: 'The same redirect_uri as in the request of the link token.',
    example: 'https://shop.example.com/return',
  })
  redirect_uri: string;

  @TextField({
    optional: true,
    min: 1,
    max: 200,
    description: 'PKCE code verifier. It is required if the link token had a code_challenge.',
  })
  code_verifier?: string;
}

export class RefreshTokenRequest {
  @TextField({
    min: 1,
    max: 500,
    description:
      'Refresh token of the login identity. It works once; the response contains the next one.',
    example: 'rt_q83vASNFZ4mrze8BI0VniQ',
  })
  refresh_token: string;
}

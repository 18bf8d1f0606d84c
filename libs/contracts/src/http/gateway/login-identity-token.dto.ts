import { EnumField, IdField, InstantField, IntegerField, TextField } from '../../fields/index.js';

/** The tokens of one login identity. */
export class AccessTokenResponse {
  @TextField({ description: 'Opaque; send it as a bearer token.' })
  access_token: string;

  @IdField({ description: 'The login identity that it opens.' })
  login_identity_id: string;

  @EnumField(['Bearer'], { description: 'How to send it.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime in seconds.', example: 3600 })
  expires_in: number;

  @TextField({
    description: 'For POST /auth/token/refresh; each works once.',
    example: 'rt_q83vASNFZ4mrze8BI0VniQ',
  })
  refresh_token: string;

  @InstantField({ description: 'When it was signed.' })
  issued_at: string;
}

/** The code of a hosted link for the tokens of its login identity; a form. */
export class LinkCodeExchange {
  @EnumField(['authorization_code'], {
    description: 'The only grant.',
    example: 'authorization_code',
  })
  grant_type: 'authorization_code';

  @TextField({
    min: 1,
    max: 500,
    description: 'From the return of the hosted page.',
    example: 'code_q83vASNFZ4mrze8BI0VniQ',
  })
  code: string;

  @TextField({
    min: 1,
    max: 100,
    description: 'ID of the app.',
    example: '01JQ0000000000000000000CNT',
  })
  client_id: string;

  @TextField({
    min: 1,
    max: 500,
    description: 'As in the request of the link token.',
    example: 'https://shop.example.com/return',
  })
  redirect_uri: string;

  @TextField({ optional: true, min: 1, max: 200, description: 'PKCE; must fit if it is sent.' })
  code_verifier?: string;
}

export class RefreshTokenRequest {
  @TextField({
    min: 1,
    max: 500,
    description: 'Works once; the answer has the next.',
    example: 'rt_q83vASNFZ4mrze8BI0VniQ',
  })
  refresh_token: string;
}

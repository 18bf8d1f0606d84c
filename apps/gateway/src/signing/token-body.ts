import type { IssuedToken } from './token-signer.js';

/** The answer of every operation that gives a token; `expires_in` in seconds. */
export function tokenBody({ accessToken, expiresIn, issuedAt }: IssuedToken) {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    issued_at: issuedAt.toISOString(),
  };
}

import type { InternalClient } from '@towpath/http';

/** The token of a hosted page's session. */
export interface SessionToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

export interface SessionClaims {
  readonly page: 'mandate_link' | 'payment_link';
  /** Body of the gateway's operation for tokens of the page. */
  readonly claims: Readonly<Record<string, string | number | undefined>>;
}

/** Asks the gateway for the token of a session; only the gateway signs tokens. Repeatable. */
export async function mintSessionToken(
  client: InternalClient,
  { page, claims }: SessionClaims,
): Promise<SessionToken> {
  const minted = await client.call<{ readonly access_token: string; readonly expires_in: number }>(
    'gateway',
    { method: 'POST', path: `/internal/tokens/${page}`, body: claims, idempotent: true },
  );
  return { accessToken: minted.access_token, expiresIn: minted.expires_in };
}

import { DomainError } from '@towpath/kernel';
import { authorize, CachedKeySource, TokenVerifier } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { request } from 'undici';

import { GatewayRefusal } from '../parties/gateway-refusal.js';

const KEY_SET_TIMEOUT_MS = 2_000;

/** Who may use the internal port. */
export abstract class ServiceTokens {
  /** Rejects when the token is not one that the API gateway made for itself to call the sandbox. */
  abstract check(token: string): Promise<void>;
}

/** Checks tokens with the gateway's public keys; open to all when there is no gateway to ask. */
export function serviceTokensFor(
  gatewayInternalUrl: string | undefined,
  logger: Pick<Logger, 'warn'>,
): ServiceTokens {
  if (!gatewayInternalUrl) {
    logger.warn('the internal port asks for no token: GATEWAY_INTERNAL_URL is not set');
    return { check: () => Promise.resolve() };
  }
  return new VerifiedServiceTokens(new URL('/internal/jwks', gatewayInternalUrl), logger);
}

class VerifiedServiceTokens extends ServiceTokens {
  private readonly verifier: TokenVerifier;

  constructor(keySetUrl: URL, logger: Pick<Logger, 'warn'>) {
    super();
    const keys = new CachedKeySource({
      fetchKeySet: () => fetchKeySet(keySetUrl),
      onFailure: (error) => logger.warn({ error }, 'public keys could not be renewed'),
    });
    this.verifier = new TokenVerifier(keys);
  }

  override async check(token: string): Promise<void> {
    try {
      const claims = await this.verifier.verify(token);
      authorize(
        { kind: 'internal', method: '', path: '', envelope: 'E3', callers: ['gateway'] },
        { claims, service: 'sandbox' },
      );
    } catch (error) {
      if (error instanceof DomainError) {
        throw new GatewayRefusal('unauthorized', 'A service token of the gateway is required.');
      }
      throw new GatewayRefusal('unavailable', 'The token cannot be checked at the moment.');
    }
  }
}

async function fetchKeySet(url: URL) {
  const signal = AbortSignal.timeout(KEY_SET_TIMEOUT_MS);
  const answer = await request(url, { signal });
  return (await answer.body.json()) as Awaited<
    ReturnType<ConstructorParameters<typeof CachedKeySource>[0]['fetchKeySet']>
  >;
}

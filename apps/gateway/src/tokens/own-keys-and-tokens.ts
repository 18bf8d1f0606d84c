import type { OperationOwner } from '@towpath/contracts';
import { CachedKeySource, CachedTokenSource } from '@towpath/http';
import { SigningKeys } from '../signing/signing-keys.js';
import { TokenSigner } from '../signing/token-signer.js';

/** The gateway verifies with the keys of its own database. */
export function ownKeys(keys: SigningKeys): CachedKeySource {
  return new CachedKeySource({ fetchKeySet: () => keys.publicKeySet() });
}

/** The gateway signs its own service tokens. */
export function ownServiceTokens(signer: TokenSigner): CachedTokenSource {
  return new CachedTokenSource({
    mint: async (audience: OperationOwner) => {
      const { accessToken, expiresIn } = await signer.signService('gateway', { audience });
      return { access_token: accessToken, expires_in: expiresIn };
    },
  });
}

import { Controller, Header } from '@nestjs/common';
import { JwksResponse } from '@towpath/contracts';
import { Operation } from '@towpath/http';
import { SigningKeys } from './signing-keys.js';

const CACHED = 'public, max-age=3600';

@Controller()
export class SigningKeysController {
  constructor(private readonly keys: SigningKeys) {}

  @Operation('getWebhookJwks', { response: JwksResponse })
  @Header('cache-control', CACHED)
  jwks(): JwksResponse {
    return { keys: this.keys.published() };
  }

  @Operation('getWebhookPublicKey')
  @Header('content-type', 'application/x-pem-file')
  @Header('cache-control', CACHED)
  publicKey(): string {
    return this.keys.publicKeyPem();
  }
}

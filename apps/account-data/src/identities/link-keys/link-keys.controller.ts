import { Body, Controller, Header } from '@nestjs/common';
import { JwksResponse } from '@towpath/contracts';
import { InternalRoute, Operation } from '@towpath/http';
import { Clock, DomainError } from '@towpath/kernel';
import { DistrustKeyRequest, KEY_SET_LIFETIME_S } from '@towpath/service';
import { LinkKeysService } from './link-keys.service.js';

@Controller()
export class LinkKeysController {
  constructor(
    private readonly keys: LinkKeysService,
    private readonly clock: Clock,
  ) {}

  @Operation('getCredSubmitJwks', { response: JwksResponse })
  @Header('cache-control', `public, max-age=${KEY_SET_LIFETIME_S}`)
  async jwks(): Promise<JwksResponse> {
    const { keys } = await this.keys.publicKeySet(this.clock.system());
    return { keys: keys.map((key) => ({ ...key })) };
  }

  /** Ordered by an operator. */
  @InternalRoute('POST', '/internal/link_keys/rotate', { command: 'link-key rotate' })
  async rotate(): Promise<{ rotated: true }> {
    await this.keys.rotate();
    return { rotated: true };
  }

  /** Repeatable. */
  @InternalRoute('POST', '/internal/link_keys/distrust', { command: 'link-key distrust' })
  async distrust(@Body() body: DistrustKeyRequest): Promise<{ distrusted: string }> {
    const { key_id: keyId, actor, reason = null } = body;
    if (await this.keys.distrust({ keyId, actor, reason })) return { distrusted: keyId };
    throw new DomainError('UNKNOWN_KEY_ID', 'There is no link key with this ID.');
  }
}

import { Body, Controller, Header } from '@nestjs/common';
import { JwksResponse } from '@towpath/contracts';
import { InternalRoute, Operation } from '@towpath/http';
import { Clock, DomainError } from '@towpath/kernel';
import { DistrustKeyRequest, KEY_SET_LIFETIME_S } from '@towpath/service';
import { ChecklistKeysService } from './checklist-keys.service.js';

@Controller()
export class ChecklistKeysController {
  constructor(
    private readonly keys: ChecklistKeysService,
    private readonly clock: Clock,
  ) {}

  @Operation('getPaymentsJwks', { response: JwksResponse })
  @Header('cache-control', `public, max-age=${KEY_SET_LIFETIME_S}`)
  async jwks(): Promise<JwksResponse> {
    const { keys } = await this.keys.publicKeySet(this.clock.system());
    return { keys: keys.map((key) => ({ ...key })) };
  }

  /** Ordered by an operator at the gateway's command line. */
  @InternalRoute('POST', '/internal/checklist_keys/rotate', { command: 'checklist-key rotate' })
  async rotate(): Promise<{ rotated: true }> {
    await this.keys.rotate();
    return { rotated: true };
  }

  /** Repeatable. */
  @InternalRoute('POST', '/internal/checklist_keys/distrust', { command: 'checklist-key distrust' })
  async distrust(@Body() body: DistrustKeyRequest): Promise<{ distrusted: string }> {
    const { key_id: keyId, actor, reason = null } = body;
    if (await this.keys.distrust({ keyId, actor, reason })) return { distrusted: keyId };
    throw new DomainError('UNKNOWN_KEY_ID', 'There is no checklist key with this ID.');
  }
}

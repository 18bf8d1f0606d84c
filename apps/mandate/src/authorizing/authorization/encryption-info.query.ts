import { Injectable } from '@nestjs/common';
import type { ChecklistEncryptionInfo } from '@towpath/contracts/mandate';
import { Clock } from '@towpath/kernel';
import { ChecklistKeys } from '../checklist-keys/checklist-keys.js';
import { PublicAddresses } from '../sessions/ports.js';

/** Which public key a payer encrypts to now. */
@Injectable()
export class EncryptionInfo {
  constructor(
    private readonly keys: ChecklistKeys,
    private readonly clock: Clock,
    private readonly addresses: PublicAddresses,
  ) {}

  async execute(): Promise<ChecklistEncryptionInfo> {
    return {
      jwks_url: `${this.addresses.apiUrl}/payments/jwks`,
      key_id: await this.keys.currentKeyId(this.clock.system()),
    };
  }
}

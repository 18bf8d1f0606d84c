import { Controller } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import { VaultService, type Rewrapped } from './vault.service.js';

/** Orders of an operator about the keys of persons and logins. */
@Controller()
export class VaultController {
  constructor(private readonly vault: VaultService) {}

  @InternalRoute('POST', '/internal/personal_data_keys/rewrap', {
    command: 'personal-data-keys rewrap',
  })
  rewrap(): Promise<Rewrapped> {
    return this.vault.rewrap();
  }
}

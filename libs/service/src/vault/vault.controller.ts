import { Controller } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import { RewrapVault, type Rewrapped } from './rewrap-vault.use-case.js';

/** Orders of an operator about the keys of persons and logins. */
@Controller()
export class VaultController {
  constructor(private readonly rewrapVault: RewrapVault) {}

  @InternalRoute('POST', '/internal/personal_data_keys/rewrap', { callers: ['gateway'] })
  rewrap(): Promise<Rewrapped> {
    return this.rewrapVault.execute();
  }
}

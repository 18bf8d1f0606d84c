import { Controller } from '@nestjs/common';
import { IdentityResponse } from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { OwnedDataReads } from '../retrieved-data/owned-data.reads.js';
import { IdentityReads } from './identity.reads.js';

@Controller()
export class IdentityController {
  constructor(
    private readonly owned: OwnedDataReads,
    private readonly identity: IdentityReads,
  ) {}

  @Operation('getIdentity', { response: IdentityResponse })
  get(@Caller() caller: Caller): Promise<IdentityResponse> {
    return this.owned.answer(caller, ['identity'], async (owned) => ({
      identity: await this.identity.get(owned),
    }));
  }
}

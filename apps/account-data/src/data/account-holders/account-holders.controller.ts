import { Controller } from '@nestjs/common';
import { IdentityResponse, IncomeResponse } from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { OwnedDataReads } from '../retrieved-data/owned-data.reads.js';
import { AccountHoldersReads } from './account-holders.reads.js';

@Controller()
export class AccountHoldersController {
  constructor(
    private readonly owned: OwnedDataReads,
    private readonly holders: AccountHoldersReads,
  ) {}

  @Operation('getIdentity', { response: IdentityResponse })
  identity(@Caller() caller: Caller): Promise<IdentityResponse> {
    return this.owned.answer(caller, ['identity'], async (owned) => ({
      identity: await this.holders.identity(owned),
    }));
  }

  @Operation('getIncomeEstimateByLoginIdentityId', { response: IncomeResponse })
  income(@Caller() caller: Caller): Promise<IncomeResponse> {
    return this.owned.answer(caller, ['income_estimation'], async (owned) => ({
      income: await this.holders.income(owned),
    }));
  }
}

import { Controller } from '@nestjs/common';
import { IncomeResponse } from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { OwnedDataReads } from '../retrieved-data/owned-data.reads.js';
import { IncomeReads } from './income.reads.js';

@Controller()
export class IncomeController {
  constructor(
    private readonly owned: OwnedDataReads,
    private readonly income: IncomeReads,
  ) {}

  @Operation('getIncomeEstimateByLoginIdentityId', { response: IncomeResponse })
  get(@Caller() caller: Caller): Promise<IncomeResponse> {
    return this.owned.answer(caller, ['income_estimation'], async (owned) => ({
      income: await this.income.estimate(owned),
    }));
  }
}

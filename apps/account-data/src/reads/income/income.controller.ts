import { Controller } from '@nestjs/common';
import {
  IncomeResponse,
  type IncomeTotal,
  type SingleSourceIncome,
} from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { DataOwners } from '../../retrieval/retrieved-data/data-owners.js';
import { totalOf, type Stream } from './domain/estimate-income.js';
import { ReadIncome } from './read-income.query.js';

@Controller()
export class IncomeController {
  constructor(
    private readonly owners: DataOwners,
    private readonly readIncome: ReadIncome,
  ) {}

  @Operation('getIncomeEstimateByLoginIdentityId', { response: IncomeResponse })
  get(@Caller() caller: Caller): Promise<IncomeResponse> {
    return this.owners.read(caller, ['income_estimation'], async (owned) => {
      const { login_identity, institution, loginIdentityId, tx } = owned;
      const streams = await this.readIncome.streams(tx, loginIdentityId);
      const currencies = [...new Set(streams.map(({ currency }) => currency))];
      const income = currencies.map((currency): SingleSourceIncome => {
        const own = streams.filter((stream) => stream.currency === currency);
        return {
          income_streams: own.map((each) => ({
            account_id: each.accountId,
            ...totalView(each, currency),
          })),
          income_total: totalView(totalOf(own), currency),
          source: 'DEPOSITS_ANALYSIS',
          source_id: loginIdentityId,
        };
      });
      return { login_identity, institution, income };
    });
  }
}

function totalView(
  { monthly, count, months }: Pick<Stream, 'monthly' | 'count' | 'months'>,
  currency: string,
): IncomeTotal {
  return {
    ...(monthly === null ? {} : { estimated_monthly_income: { amount: monthly, currency } }),
    transaction_count: count,
    monthly_history: months.map(({ year, month, amount }) => ({
      year,
      month,
      estimated_income: { amount, currency },
    })),
  };
}

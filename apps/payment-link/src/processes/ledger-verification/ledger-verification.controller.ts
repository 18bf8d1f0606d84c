import { Controller, Query } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import {
  LedgerAppsQuery,
  LedgerAppsResponse,
  LedgerBalancesQuery,
  LedgerBalancesResponse,
  VerifyLedgerQuery,
  VerifyLedgerResponse,
} from './ledger-verification.dto.js';
import { LedgerVerificationReads } from './ledger-verification.reads.js';

@Controller()
export class LedgerVerificationController {
  constructor(private readonly ledger: LedgerVerificationReads) {}

  @InternalRoute('GET', '/internal/ledger/customer_apps', {
    command: 'ledger verify',
    response: LedgerAppsResponse,
  })
  async apps(@Query() { after }: LedgerAppsQuery): Promise<LedgerAppsResponse> {
    const ids = await this.ledger.customerApps((after as CustomerAppId | undefined) ?? null);
    return { customer_app_ids: [...ids] };
  }

  @InternalRoute('GET', '/internal/ledger/balances', {
    command: 'ledger balances',
    response: LedgerBalancesResponse,
  })
  async balances(
    @Query() { customer_app_id: id, at }: LedgerBalancesQuery,
  ): Promise<LedgerBalancesResponse> {
    const instant = at === undefined ? null : new Date(at);
    return { balances: await this.ledger.balances(id as CustomerAppId, instant) };
  }

  @InternalRoute('GET', '/internal/ledger/verification', {
    command: 'ledger verify',
    response: VerifyLedgerResponse,
  })
  async verify(@Query() query: VerifyLedgerQuery): Promise<VerifyLedgerResponse> {
    return { findings: await this.ledger.verify(query.customer_app_id as CustomerAppId) };
  }
}

import { Controller, Query } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import {
  LedgerAppsQuery,
  LedgerAppsResponse,
  VerifyLedgerQuery,
  VerifyLedgerResponse,
} from './ledger-verification.dto.js';
import { VerifyLedger } from './verify-ledger.query.js';

@Controller()
export class LedgerVerificationController {
  constructor(private readonly verifyLedger: VerifyLedger) {}

  @InternalRoute('GET', '/internal/ledger/customer_apps', {
    callers: ['gateway'],
    response: LedgerAppsResponse,
  })
  async apps(@Query() { after }: LedgerAppsQuery): Promise<LedgerAppsResponse> {
    const ids = await this.verifyLedger.customerApps((after as CustomerAppId | undefined) ?? null);
    return { customer_app_ids: [...ids] };
  }

  @InternalRoute('GET', '/internal/ledger/verification', {
    callers: ['gateway'],
    response: VerifyLedgerResponse,
  })
  async verify(@Query() query: VerifyLedgerQuery): Promise<VerifyLedgerResponse> {
    const findings = await this.verifyLedger.execute(query.customer_app_id as CustomerAppId);
    return {
      findings: findings.map(({ expected, found, ...finding }) => ({
        ...finding,
        expected: expected ?? undefined,
        found: found ?? undefined,
      })),
    };
  }
}

import { Controller } from '@nestjs/common';
import { ListDirectDebitConnectorsResponse } from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import { DirectDebitRegistry } from './direct-debit-registry.js';

/** Which connectors settlement accounts may name. */
@Controller()
export class DirectDebitBanksController {
  constructor(private readonly banks: DirectDebitRegistry) {}

  @InternalRoute('GET', '/internal/direct_debit_connectors', {
    callers: ['payment-link'],
    response: ListDirectDebitConnectorsResponse,
  })
  list(): ListDirectDebitConnectorsResponse {
    const connectors = this.banks.all().map(({ appType, integrationId, connector }) => ({
      app_type: appType,
      integration_id: integrationId,
      connector,
    }));
    return { connectors };
  }
}

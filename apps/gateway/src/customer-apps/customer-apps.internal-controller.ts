import { Controller, Param } from '@nestjs/common';
import { InternalRoute, type CustomerAppAnswer } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { CustomerAppsReads, viewOf } from './customer-apps.reads.js';

/** Requests of other services about a customer app. */
@Controller()
export class CustomerAppsInternalController {
  constructor(private readonly apps: CustomerAppsReads) {}

  @InternalRoute('GET', '/internal/customer_apps/:customer_app_id')
  async get(@Param('customer_app_id') raw: string): Promise<{ customer_app?: CustomerAppAnswer }> {
    const id = parseId<CustomerAppId>(raw);
    if (!id) throw new DomainError('INVALID_REQUEST', 'customer_app_id is not an ID.');
    const app = await this.apps.find(id);
    if (!app) return {};
    const view = viewOf(app);
    return {
      customer_app: {
        customer_app_id: view.customerAppId,
        name: view.name,
        app_type: view.appType,
        status: view.status,
        credential_generation: view.credentialGeneration,
        clock_offset_ms: view.clockOffsetMs,
        clock_frozen_at: view.clockFrozenAt?.toISOString() ?? null,
        settings: view.settings,
        sequence: view.sequence,
      },
    };
  }
}

import { Controller, Param } from '@nestjs/common';
import { InternalRoute, type CustomerAppAnswer } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { FindCustomerApp } from './find-customer-app.query.js';

/** Requests of other services about a customer app. */
@Controller()
export class CustomerAppInternalController {
  constructor(private readonly findCustomerApp: FindCustomerApp) {}

  @InternalRoute('GET', '/internal/customer_apps/:customer_app_id')
  async get(@Param('customer_app_id') raw: string): Promise<{ customer_app?: CustomerAppAnswer }> {
    const id = parseId<CustomerAppId>(raw);
    if (!id) throw new DomainError('INVALID_REQUEST', 'customer_app_id is not an ID.');
    const view = await this.findCustomerApp.execute(id);
    if (!view) return {};
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

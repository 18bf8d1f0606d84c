import { Body, Controller, Param } from '@nestjs/common';
import {
  InternalRoute,
  type EndpointSecretsAnswer,
  type GatewayAccountAnswer,
} from '@towpath/http';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { ClockMovesService } from '../clock/clock-moves.service.js';
import { EndpointPath, GatewayAccountPath, KeepRealTimeBody } from './gateway-account.dto.js';
import { GatewayAccountsReads } from './gateway-accounts.reads.js';

/** The services that speak to processors of cards. */
const CALLERS = ['payment-link', 'dispute'] as const;

/** Keys of processors, for the services that use them. */
@Controller()
export class GatewayAccountsInternalController {
  constructor(
    private readonly accounts: GatewayAccountsReads,
    private readonly clocks: ClockMovesService,
  ) {}

  @InternalRoute('GET', '/internal/gateway_accounts/:connector/apps/:customer_app_id', {
    callers: CALLERS,
  })
  async get(
    @Param() { connector, customer_app_id: customerAppId }: GatewayAccountPath,
  ): Promise<{ gateway_account?: GatewayAccountAnswer | undefined }> {
    return { gateway_account: await this.accounts.answer({ customerAppId, connector }) };
  }

  @InternalRoute('GET', '/internal/gateway_accounts/:connector/endpoints/:endpoint_id', {
    callers: CALLERS,
  })
  async endpoint(
    @Param() path: EndpointPath,
  ): Promise<{ endpoint?: EndpointSecretsAnswer | undefined }> {
    return { endpoint: await this.accounts.endpoint(path) };
  }

  /** Before a settlement account names a connector of real time. */
  @InternalRoute('POST', '/internal/customer_apps/:customer_app_id/real_time', {
    callers: ['payment-link'],
  })
  async keepRealTime(
    @Param('customer_app_id') raw: string,
    @Body() { actor }: KeepRealTimeBody,
  ): Promise<void> {
    await this.clocks.keepRealTime(idOf(raw), actor);
  }
}

function idOf(raw: string): CustomerAppId {
  const id = parseId<CustomerAppId>(raw);
  if (id) return id;
  throw new DomainError('INVALID_REQUEST', 'customer_app_id is not an ID.');
}

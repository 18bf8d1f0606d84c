import { field } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';

const CONNECTOR = { min: 1, max: 40 } as const;

export class GatewayAccountPath {
  @field.text('What the account is at.', CONNECTOR) connector: string;
  @field.id('Whose account it is.') customer_app_id: CustomerAppId;
}

export class EndpointPath {
  @field.text('What sent the call-back.', CONNECTOR) connector: string;
  @field.text('As the path of the call-back names it.', { min: 1, max: 100 }) endpoint_id: string;
}

export class KeepRealTimeBody {
  @field.text('Who asks, for the audit.', { min: 1, max: 200 }) actor: string;
}

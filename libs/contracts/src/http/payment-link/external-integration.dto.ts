import { EnumField, IntegerField, ObjectField, TextField } from '../../fields/index.js';
import { EXTERNAL_INTEGRATION } from '../../states/index.js';

const MAX_LENGTH = 1000;

/** Reference to the payer in the external billing system. */
export class LinkExtMetadata {
  @TextField('Company code in the billing system.', { max: MAX_LENGTH }) corp_code: string;
  @TextField('Code of the location in the billing system.', { max: MAX_LENGTH })
  s_location_code: string;
  @TextField('ID of the tenant in the billing system.', { max: MAX_LENGTH }) tenant_id: string;
  @TextField('Token of the account in the billing system.', { max: MAX_LENGTH })
  account_token: string;
  @IntegerField('Day of the month on which the tenant is billed.', {
    optional: true,
    min: 1,
    max: 31,
  })
  i_anniv_days?: number;
  @TextField('ID of the type of the rented unit.', { optional: true, max: MAX_LENGTH })
  unit_type_id?: string;
}

/** Like `LinkExtMetadata`, with the tenant's currency. */
export class UserExtMetadata extends LinkExtMetadata {
  @TextField('Default currency of the tenant, as an ISO 4217 code.', { max: MAX_LENGTH })
  tenant_default_currency: string;
}

/** Like `UserExtMetadata`; a link's answer has the currency only if it is known. */
export class LinkExtMetadataResponse extends LinkExtMetadata {
  @TextField('Default currency of the tenant, as an ISO 4217 code.', {
    optional: true,
    max: MAX_LENGTH,
  })
  tenant_default_currency?: string;
}

abstract class ExternalIntegration {
  @EnumField('External billing system; EXT is the only value.', [EXTERNAL_INTEGRATION])
  integration_id: typeof EXTERNAL_INTEGRATION;
}

export class UserIntegrationMetadata extends ExternalIntegration {
  @ObjectField('Data that identifies the payer in the billing system.', () => UserExtMetadata, {
    optional: true,
  })
  ext_metadata?: UserExtMetadata;
}

export class LinkIntegrationMetadataRequest extends ExternalIntegration {
  @ObjectField('Data that identifies the payer in the billing system.', () => LinkExtMetadata, {
    optional: true,
  })
  ext_metadata?: LinkExtMetadata;
}

export class LinkIntegrationMetadata extends ExternalIntegration {
  @ObjectField(
    'Data that identifies the payer in the billing system.',
    () => LinkExtMetadataResponse,
    { optional: true },
  )
  ext_metadata?: LinkExtMetadataResponse;
}

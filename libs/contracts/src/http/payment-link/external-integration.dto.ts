import { EnumField, IntegerField, ObjectField, TextField } from '../../fields/index.js';
import { EXTERNAL_INTEGRATION } from '../../states/index.js';

const MAX_LENGTH = 1000;

/** Reference to the payer in the external billing system. */
export class LinkExtMetadata {
  @TextField({ max: MAX_LENGTH, description: 'Company code.' })
  corp_code: string;

  @TextField({ max: MAX_LENGTH, description: 'Location code.' })
  s_location_code: string;

  @TextField({ max: MAX_LENGTH, description: 'Tenant ID.' })
  tenant_id: string;

  @TextField({ max: MAX_LENGTH, description: 'Account token.' })
  account_token: string;

  @IntegerField({ optional: true, min: 1, max: 31, description: 'Day of the month of the bill.' })
  i_anniv_days?: number;

  @TextField({ optional: true, max: MAX_LENGTH, description: 'Unit type.' })
  unit_type_id?: string;
}

/** Like `LinkExtMetadata`, with the tenant's currency. */
export class UserExtMetadata extends LinkExtMetadata {
  @TextField({ max: MAX_LENGTH, description: "The tenant's currency." })
  tenant_default_currency: string;
}

/** Like `UserExtMetadata`; a link's answer has the currency only if it is known. */
export class LinkExtMetadataResponse extends LinkExtMetadata {
  @TextField({ optional: true, max: MAX_LENGTH, description: "The tenant's currency." })
  tenant_default_currency?: string;
}

abstract class ExternalIntegration {
  @EnumField([EXTERNAL_INTEGRATION], { description: 'The only integration.' })
  integration_id: typeof EXTERNAL_INTEGRATION;
}

export class UserIntegrationMetadata extends ExternalIntegration {
  @ObjectField(() => UserExtMetadata, { optional: true, description: 'Details.' })
  ext_metadata?: UserExtMetadata;
}

export class LinkIntegrationMetadataRequest extends ExternalIntegration {
  @ObjectField(() => LinkExtMetadata, { optional: true, description: 'Details.' })
  ext_metadata?: LinkExtMetadata;
}

export class LinkIntegrationMetadata extends ExternalIntegration {
  @ObjectField(() => LinkExtMetadataResponse, { optional: true, description: 'Details.' })
  ext_metadata?: LinkExtMetadataResponse;
}

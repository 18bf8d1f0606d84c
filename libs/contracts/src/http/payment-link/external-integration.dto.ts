import { EnumField, IntegerField, ObjectField, TextField } from '../../fields/index.js';
import { EXTERNAL_INTEGRATION } from '../../states/index.js';

const MAX_LENGTH = 1000;

/** Reference to the payer in the external billing system. */
export class LinkExtMetadata {
  @TextField({ max: MAX_LENGTH, description: 'Company code in the billing system.' })
  corp_code: string;

  @TextField({ max: MAX_LENGTH, description: 'Code of the location in the billing system.' })
  s_location_code: string;

  @TextField({ max: MAX_LENGTH, description: 'ID of the tenant in the billing system.' })
  tenant_id: string;

  @TextField({ max: MAX_LENGTH, description: 'Token of the account in the billing system.' })
  account_token: string;

  @IntegerField({
    optional: true,
    min: 1,
    max: 31,
    description: 'Day of the month on which the tenant is billed.',
  })
  i_anniv_days?: number;

  @TextField({ optional: true, max: MAX_LENGTH, description: 'ID of the type of the rented unit.' })
  unit_type_id?: string;
}

/** Like `LinkExtMetadata`, with the tenant's currency. */
export class UserExtMetadata extends LinkExtMetadata {
  @TextField({
    max: MAX_LENGTH,
    description: 'Default currency of the tenant, as an ISO 4217 code.',
  })
  tenant_default_currency: string;
}

/** Like `UserExtMetadata`; a link's answer has the currency only if it is known. */
export class LinkExtMetadataResponse extends LinkExtMetadata {
  @TextField({
    optional: true,
    max: MAX_LENGTH,
    description: 'Default currency of the tenant, as an ISO 4217 code.',
  })
  tenant_default_currency?: string;
}

abstract class ExternalIntegration {
  @EnumField([EXTERNAL_INTEGRATION], {
    description: 'External billing system; EXT is the only value.',
  })
  integration_id: typeof EXTERNAL_INTEGRATION;
}

export class UserIntegrationMetadata extends ExternalIntegration {
  @ObjectField(() => UserExtMetadata, {
    optional: true,
    description: 'Data that identifies the payer in the billing system.',
  })
  ext_metadata?: UserExtMetadata;
}

export class LinkIntegrationMetadataRequest extends ExternalIntegration {
  @ObjectField(() => LinkExtMetadata, {
    optional: true,
    description: 'Data that identifies the payer in the billing system.',
  })
  ext_metadata?: LinkExtMetadata;
}

export class LinkIntegrationMetadata extends ExternalIntegration {
  @ObjectField(() => LinkExtMetadataResponse, {
    optional: true,
    description: 'Data that identifies the payer in the billing system.',
  })
  ext_metadata?: LinkExtMetadataResponse;
}

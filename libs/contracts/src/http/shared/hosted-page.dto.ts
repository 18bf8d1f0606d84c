import { EnumField, IntegerField, StateField, TextField } from '../../fields/index.js';

export class HostedMerchant {
  @TextField({ description: 'Name of the merchant, as shown to the payer.' })
  display_name: string;

  @TextField({ optional: true, description: "URL of the merchant's logo." })
  logo_url?: string;

  @TextField({ optional: true, description: 'Accent colour of the page.', example: '#0a5c8a' })
  accent?: string;

  @TextField({ optional: true, description: 'URL of the page where the payer gets help.' })
  support_url?: string;

  @TextField({ optional: true, description: "URL of the merchant's terms." })
  terms_url?: string;
}

export class HostedSessionResponse {
  @TextField({ description: 'Opaque access token of the session. It gives access to one link.' })
  access_token: string;

  @EnumField(['Bearer'], {
    description: 'Type of the token: send it in the header Authorization as a bearer token.',
  })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime of the access token in seconds.', example: 1800 })
  expires_in: number;
}

/** Query of the redirect to the page of an institution. */
export class InstitutionLoginQuery {
  @StateField({ description: 'State of the redirect, copied from redirect_url.' })
  state: string;
}

/** Query of the return from an institution's page. */
export class InstitutionReturnQuery {
  @StateField({ description: "State that the institution's page received, unchanged." })
  state: string;

  @TextField({
    optional: true,
    min: 1,
    max: 500,
    description: 'Code of the institution for an accepted login. Absent if the payer turned back.',
  })
  code?: string;
}

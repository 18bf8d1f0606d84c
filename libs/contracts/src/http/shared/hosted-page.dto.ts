import { field } from '../../fields/index.js';

export class HostedMerchant {
  @field.text('Name of the merchant, as shown to the payer.') display_name: string;
  @field.text("URL of the merchant's logo.", { optional: true }) logo_url?: string;
  @field.text('Accent colour of the page.', { optional: true, example: '#0a5c8a' }) accent?: string;
  @field.text('URL of the page where the payer gets help.', { optional: true })
  support_url?: string;
  @field.text("URL of the merchant's terms.", { optional: true }) terms_url?: string;
}

export class HostedSessionResponse {
  @field.text('Opaque access token of the session. It gives access to one link.')
  access_token: string;
  @field.enum('Type of the token: send it in the header Authorization as a bearer token.', [
    'Bearer',
  ])
  token_type: 'Bearer';
  @field.integer('Lifetime of the access token in seconds.', { min: 1, example: 1800 })
  expires_in: number;
}

/** Query of the redirect to the page of an institution. */
export class InstitutionLoginQuery {
  @field.state('State of the redirect, copied from redirect_url.') state: string;
}

/** Query of the return from an institution's page. */
export class InstitutionReturnQuery {
  @field.state("State that the institution's page received, unchanged.") state: string;
  @field.text('Code of the institution for an accepted login. Absent if the payer turned back.', {
    optional: true,
    min: 1,
    max: 500,
  })
  code?: string;
}

import { EnumField, IntegerField, StateField, TextField } from '../../fields/index.js';

export class HostedMerchant {
  @TextField('Name of the merchant, as shown to the payer.') display_name: string;
  @TextField("URL of the merchant's logo.", { optional: true }) logo_url?: string;
  @TextField('Accent colour of the page.', { optional: true, example: '#0a5c8a' }) accent?: string;
  @TextField('URL of the page where the payer gets help.', { optional: true }) support_url?: string;
  @TextField("URL of the merchant's terms.", { optional: true }) terms_url?: string;
}

export class HostedSessionResponse {
  @TextField('Opaque access token of the session. It gives access to one link.')
  access_token: string;
  @EnumField('Type of the token: send it in the header Authorization as a bearer token.', [
    'Bearer',
  ])
  token_type: 'Bearer';
  @IntegerField('Lifetime of the access token in seconds.', { min: 1, example: 1800 })
  expires_in: number;
}

/** Query of the redirect to the page of an institution. */
export class InstitutionLoginQuery {
  @StateField('State of the redirect, copied from redirect_url.') state: string;
}

/** Query of the return from an institution's page. */
export class InstitutionReturnQuery {
  @StateField("State that the institution's page received, unchanged.") state: string;
  @TextField('Code of the institution for an accepted login. Absent if the payer turned back.', {
    optional: true,
    min: 1,
    max: 500,
  })
  code?: string;
}

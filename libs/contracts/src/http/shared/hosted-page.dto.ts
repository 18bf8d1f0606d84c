import { EnumField, IntegerField, StateField, TextField } from '../../fields/index.js';

export class HostedMerchant {
  @TextField({ description: 'Name shown to the payer.' })
  display_name: string;

  @TextField({ optional: true, description: 'Logo.' })
  logo_url?: string;

  @TextField({ optional: true, description: 'Accent colour.', example: '#0a5c8a' })
  accent?: string;

  @TextField({ optional: true, description: 'Where the payer gets help.' })
  support_url?: string;

  @TextField({ optional: true, description: 'Terms.' })
  terms_url?: string;
}

export class HostedSessionResponse {
  @TextField({ description: 'Opaque; names the link.' })
  access_token: string;

  @EnumField(['Bearer'], { description: 'How to send it.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime in seconds.', example: 1800 })
  expires_in: number;
}

/** Query of the redirect to the page of an institution. */
export class InstitutionLoginQuery {
  @StateField({ description: 'As redirect_url has it.' })
  state: string;
}

/** Query of the return from an institution's page. */
export class InstitutionReturnQuery {
  @StateField({ description: 'As it was given to the page.' })
  state: string;

  @TextField({ optional: true, min: 1, max: 500, description: 'Absent: the payer turned back.' })
  code?: string;
}

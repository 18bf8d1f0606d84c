import { field } from '@towpath/contracts';

export class BeginLoginQuery {
  @field.enum('The operator proves once more who they are.', ['true'], { optional: true })
  fresh?: 'true';
  @field.text('Path of the console that the operator comes back to.', { optional: true, max: 500 })
  return_to?: string;
}

/** What the provider posts when somebody logs out there. */
export class LogoutTokenForm {
  @field.text('The logout token.', { max: 8_192 }) logout_token: string;
}

import { EmbeddedError } from '../../errors/embedded-error.js';
import { EnumField, IdField, ObjectField, TextField } from '../../fields/index.js';
import {
  AUTHENTICATION_STATUSES,
  DATA_PRODUCTS,
  LINK_SESSION_STATUSES,
  LOGIN_IDENTITY_STATUSES,
  PRODUCT_OUTCOMES,
  type AuthenticationStatus,
  type DataProduct,
  type LinkSessionStatus,
  type LoginIdentityStatus,
  type ProductOutcome,
} from '../../states/index.js';
import { EventPayload } from '../payload.js';

export class LoginIdentityEventPayload extends EventPayload {
  @IdField('The login identity.') login_identity_id: string;
  @TextField("The customer app's ID of the end-user.") user_id: string;
  @TextField('The institution.') institution_id: string;
  @IdField('The link, relink or refresh that it is about.') session_id: string;
  @EnumField('Null at creation.', LOGIN_IDENTITY_STATUSES, { nullable: true })
  previous_status: LoginIdentityStatus | null;
  @EnumField('Status after the change.', LOGIN_IDENTITY_STATUSES) status: LoginIdentityStatus;
  @EnumField('Of the login, after the change.', AUTHENTICATION_STATUSES)
  authentication_status: AuthenticationStatus;
  @EnumField('Of the session, after the change.', LINK_SESSION_STATUSES)
  session_status: LinkSessionStatus;
  @EnumField('Whose retrieval ended.', DATA_PRODUCTS, { optional: true }) product?: DataProduct;
  @EnumField('How it ended.', PRODUCT_OUTCOMES, { optional: true }) outcome?: ProductOutcome;
  @TextField('The state that the link was started with.', { optional: true }) state?: string;
  @ObjectField('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
}

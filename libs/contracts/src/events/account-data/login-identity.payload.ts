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
  @IdField({ description: 'The login identity.' })
  login_identity_id: string;

  @TextField({ description: "The customer app's ID of the end-user." })
  user_id: string;

  @TextField({ description: 'The institution.' })
  institution_id: string;

  @IdField({ description: 'The link, relink or refresh that it is about.' })
  session_id: string;

  @EnumField(LOGIN_IDENTITY_STATUSES, { nullable: true, description: 'Null at creation.' })
  previous_status: LoginIdentityStatus | null;

  @EnumField(LOGIN_IDENTITY_STATUSES, { description: 'Status after the change.' })
  status: LoginIdentityStatus;

  @EnumField(AUTHENTICATION_STATUSES, { description: 'Of the login, after the change.' })
  authentication_status: AuthenticationStatus;

  @EnumField(LINK_SESSION_STATUSES, { description: 'Of the session, after the change.' })
  session_status: LinkSessionStatus;

  @EnumField(DATA_PRODUCTS, { optional: true, description: 'Whose retrieval ended.' })
  product?: DataProduct;

  @EnumField(PRODUCT_OUTCOMES, { optional: true, description: 'How it ended.' })
  outcome?: ProductOutcome;

  @TextField({ optional: true, description: 'The state that the link was started with.' })
  state?: string;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;
}

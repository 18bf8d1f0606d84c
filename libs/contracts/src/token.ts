import type { OperatorClaim } from './operator/operator-claim.js';
import type { OperationOwner } from './service-names.js';

/** Uses of a token; the wrong kind answers `INSUFFICIENT_SCOPE`. */
export const TOKEN_USES = [
  'customer',
  'login_identity',
  'hosted_link',
  'mandate_link',
  'payment_link',
  'service',
] as const;
export type TokenUse = (typeof TOKEN_USES)[number];

export const APP_TYPES = ['TEST', 'LIVE'] as const;
export type AppType = (typeof APP_TYPES)[number];

/** The audience of every token that a caller outside the system may hold. */
export const PUBLIC_AUDIENCE = 'public';

/** Claims of every token of the system (JWT, ES256, signed by the gateway). Times: Unix seconds. */
export interface AccessTokenClaims {
  readonly iss: string;
  /** The customer app, the login identity or, for `service`, the calling service. */
  readonly sub: string;
  /** `public`, or the name of the one service that may accept a `service` token. */
  readonly aud: typeof PUBLIC_AUDIENCE | OperationOwner;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly token_use: TokenUse;
  /** Empty when not applicable, as are the two that follow. */
  readonly client_id: string;
  readonly customer_app_id: string;
  readonly login_identity_id: string;
  readonly scopes: readonly string[];
  /** The app's credential generation when the token was signed; an older one is refused. */
  readonly gen: number;
  /** Start of a hosted page's session that was extended: when its first token was issued. */
  readonly session_began_at?: number;
  readonly app_type?: AppType;
  readonly mandate_id?: string;
  /** The session's own settings, stored by the service that requested the token. */
  readonly customization_id?: string;
  readonly payment_link_id?: string;
  readonly unique_reference_id?: string;
  readonly payment_attempt_id?: string;
  readonly payment_id?: string;
  readonly payment_method_id?: string;
  readonly payment_account_id?: string;
  readonly product_flow?: 'PAYMENT_LINK';
  /** Only in a `service` token of the gateway: the operator in whose name it calls. */
  readonly operator?: OperatorClaim;
}

import { PUBLIC_AUDIENCE, type AccessTokenClaims, type OperationOwner } from '@towpath/contracts';
import {
  OPERATOR_ISSUER,
  OPERATOR_TOKEN_SECONDS,
  type OperatorClaim,
} from '@towpath/contracts/operator';
import { Clock } from '@towpath/kernel';
import { SignJWT, FlattenedSign } from 'jose';
import type { CustomerApp } from '../customer-apps/customer-app.js';
import { newTokenId, SigningKeys } from './signing-keys.js';
import { Injectable } from '@nestjs/common';
import { EventSigner, signedContent, type SignedMessage } from '@towpath/messaging';
import { EVENT_SIGNATURE } from '@towpath/service';

/** Signs the gateway's events with the key that signs tokens at the moment. */
@Injectable()
export class GatewayEventSigner extends EventSigner {
  constructor(
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** A JWS with detached content. */
  override async sign(message: SignedMessage): Promise<string> {
    const { keyId, privateKey } = await this.keys.current(this.clock.system());
    const jws = await new FlattenedSign(signedContent(message))
      .setProtectedHeader({ ...EVENT_SIGNATURE, kid: keyId })
      .sign(privateKey);
    return `${jws.protected ?? ''}..${jws.signature}`;
  }
}

/** Lifetimes in seconds, on real time. */
export const TOKEN_LIFETIME_S = {
  customer: 3_600,
  login_identity: 3_600,
  hosted_link: 1_800,
  mandate_link: 1_800,
  payment_link: 1_800,
  service: 300,
} as const;

/** An access token and when it was made. */
export interface IssuedToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly issuedAt: Date;
}

type OwnClaims = Omit<AccessTokenClaims, 'iss' | 'iat' | 'exp' | 'jti'>;

/** Signs every token of the system. Claims are IDs and scopes, never a request or a name. */
export class TokenSigner {
  constructor(
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
    private readonly issuer: string,
  ) {}

  /** `tokenId`: its `jti`; a new one when absent. */
  async sign(claims: OwnClaims, expiresIn: number, tokenId?: string): Promise<IssuedToken> {
    const issuedAt = this.clock.system();
    const issuedSeconds = Math.floor(issuedAt.getTime() / 1_000);
    const { keyId, privateKey } = await this.keys.current(issuedAt);
    const accessToken = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'JWT' })
      .setIssuer(this.issuer)
      .setJti(tokenId ?? newTokenId(issuedAt))
      .setIssuedAt(issuedSeconds)
      .setExpirationTime(issuedSeconds + expiresIn)
      .sign(privateKey);
    return { accessToken, expiresIn, issuedAt };
  }

  /** A token with which one service calls another. */
  signService(service: OperationOwner, { audience }: { readonly audience: OperationOwner }) {
    return this.sign(claimsOfService(service, audience), TOKEN_LIFETIME_S.service);
  }

  /** A token with which the gateway calls a service in the name of an operator. */
  signOperator(operator: OperatorClaim, { audience }: { readonly audience: OperationOwner }) {
    const claims = { ...claimsOfService(OPERATOR_ISSUER, audience), operator };
    return this.sign(claims, OPERATOR_TOKEN_SECONDS);
  }
}

function claimsOfService(service: OperationOwner, audience: OperationOwner): OwnClaims {
  return {
    sub: service,
    aud: audience,
    token_use: 'service',
    client_id: '',
    customer_app_id: '',
    login_identity_id: '',
    scopes: [],
    gen: 0,
  };
}

/** The claims that every token of a customer app shares. */
export function claimsOf(app: CustomerApp): Omit<OwnClaims, 'sub' | 'token_use' | 'scopes'> {
  return {
    aud: PUBLIC_AUDIENCE,
    client_id: app.clientId,
    customer_app_id: app.id,
    login_identity_id: '',
    gen: app.credentialGeneration,
    app_type: app.appType,
  };
}

/** The answer of every operation that gives a token; `expires_in` in seconds. */
export function tokenBody({ accessToken, expiresIn, issuedAt }: IssuedToken) {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    issued_at: issuedAt.toISOString(),
  };
}

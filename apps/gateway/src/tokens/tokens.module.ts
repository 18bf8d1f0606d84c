import { Module, type DynamicModule } from '@nestjs/common';
import { PublicKeySource, ServiceTokenSource } from '@towpath/http';
import { CustomerAppsModule } from '../customer-apps/customer-apps.module.js';
import type { GatewayConfig } from '../gateway.config.js';
import { CoveredScopes } from '../login-identity-tokens/covered-scopes.js';
import { ExchangeCode } from '../login-identity-tokens/exchange-code.use-case.js';
import { GrantLoginIdentity } from '../login-identity-tokens/grant-login-identity.use-case.js';
import { IssueCode } from '../login-identity-tokens/issue-code.use-case.js';
import { LoginIdentityTokenController } from '../login-identity-tokens/login-identity-token.controller.js';
import { RefreshLoginIdentityToken } from '../login-identity-tokens/refresh-login-identity-token.use-case.js';
import { TokenPairs } from '../login-identity-tokens/token-pairs.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { IssueCustomerToken } from './issue-customer-token.use-case.js';
import { KeyRotation } from '../signing/key-rotation.js';
import { MintController } from './mint.controller.js';
import { MintHostedLinkToken } from './mint-hosted-link-token.use-case.js';
import { MintMandateToken } from './mint-mandate-token.use-case.js';
import { MintPaymentLinkToken } from './mint-payment-link-token.use-case.js';
import { ownKeys, ownServiceTokens } from './own-keys-and-tokens.js';
import { ServiceSecrets } from './service-secrets.js';
import { SigningKeys } from '../signing/signing-keys.js';
import { SigningModule } from '../signing/signing.module.js';
import { TokenController } from './token.controller.js';
import { TokenSigner } from '../signing/token-signer.js';

@Module({})
export class TokensModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: TokensModule,
      imports: [CustomerAppsModule, SigningModule.forRoot(config)],
      controllers: [TokenController, MintController, LoginIdentityTokenController],
      providers: [
        AttemptLimiter,
        IssueCustomerToken,
        KeyRotation,
        MintPaymentLinkToken,
        MintMandateToken,
        MintHostedLinkToken,
        TokenPairs,
        CoveredScopes,
        GrantLoginIdentity,
        RefreshLoginIdentityToken,
        IssueCode,
        ExchangeCode,
        { provide: ServiceSecrets, useValue: new ServiceSecrets(config.keysDir) },
        { provide: PublicKeySource, inject: [SigningKeys], useFactory: ownKeys },
        { provide: ServiceTokenSource, inject: [TokenSigner], useFactory: ownServiceTokens },
      ],
    };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { Clock } from '@towpath/kernel';
import { EventSigner } from '@towpath/messaging';
import type { GatewayConfig } from '../gateway.config.js';
import { SigningKeys } from './signing-keys.js';
import { TokenSigner, GatewayEventSigner } from './token-signer.js';

/** The keys and what signs with them: for the routes, and for the command line. */
@Module({})
export class SigningModule {
  static forRoot({ publicApiUrl }: GatewayConfig): DynamicModule {
    return {
      module: SigningModule,
      // For the relay of the outbox, too, which signs what it publishes.
      global: true,
      providers: [
        SigningKeys,
        { provide: EventSigner, useClass: GatewayEventSigner },
        {
          provide: TokenSigner,
          inject: [SigningKeys, Clock],
          useFactory: (keys: SigningKeys, clock: Clock) =>
            new TokenSigner(keys, clock, publicApiUrl),
        },
      ],
      exports: [SigningKeys, TokenSigner, EventSigner],
    };
  }
}

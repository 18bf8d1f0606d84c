import { Module, type DynamicModule } from '@nestjs/common';
import type { MandateConfig } from '../../mandate.config.js';
import { BrowserProof } from './browser-proof.js';
import { MandateSessionMint } from './mandate-session-mint.js';
import { SqlMandateSessionRepository } from './persistence/sql-mandate-session.repository.js';
import { MandateSessionRepository, PublicAddresses } from './ports.js';
import { SignedText } from './signed-text.js';

/** Sessions in which mandates are authorized, and the texts that open them. */
@Module({})
export class SessionsModule {
  static forRoot({ publicApiUrl, publicPagesUrl }: MandateConfig): DynamicModule {
    const addresses: PublicAddresses = {
      apiUrl: publicApiUrl.replace(/\/+$/, ''),
      pagesUrl: publicPagesUrl.replace(/\/+$/, ''),
    };
    return {
      module: SessionsModule,
      providers: [
        { provide: MandateSessionRepository, useClass: SqlMandateSessionRepository },
        MandateSessionMint,
        { provide: PublicAddresses, useValue: addresses },
        SignedText,
        BrowserProof,
      ],
      exports: [
        MandateSessionRepository,
        MandateSessionMint,
        PublicAddresses,
        SignedText,
        BrowserProof,
      ],
    };
  }
}

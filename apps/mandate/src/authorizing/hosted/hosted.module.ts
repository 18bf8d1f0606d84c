import { Module, type DynamicModule } from '@nestjs/common';
import { MandatesModule } from '../../mandates/mandates.module.js';
import { EmbeddingOriginsController } from './embedding-origins.controller.js';
import { CreateMandateLink } from './create-mandate-link.use-case.js';
import { ExtendMandateSession } from './extend-session.use-case.js';
import { GetHostedMandate } from './get-hosted-mandate.query.js';
import { HostedMandateController } from './hosted-mandate.controller.js';
import { HostedSessionController } from './hosted-session.controller.js';
import { InstitutionWayController } from './institution-way.controller.js';
import { LeaveMandate } from './leave-mandate.use-case.js';
import { MintMandateToken } from './mint-mandate-token.use-case.js';
import { OpenMandateSession } from './open-session.use-case.js';
import { ReadEmbeddingOrigins } from './read-embedding-origins.query.js';
import { SearchHostedInstitutions } from './search-hosted-institutions.query.js';

/** The hosted mandate page: its links and its operations. */
@Module({})
export class HostedModule {
  static forRoot(parts: readonly DynamicModule[]): DynamicModule {
    return {
      module: HostedModule,
      imports: [MandatesModule, ...parts],
      controllers: [
        HostedSessionController,
        HostedMandateController,
        InstitutionWayController,
        EmbeddingOriginsController,
      ],
      providers: [
        CreateMandateLink,
        ExtendMandateSession,
        GetHostedMandate,
        LeaveMandate,
        MintMandateToken,
        OpenMandateSession,
        ReadEmbeddingOrigins,
        SearchHostedInstitutions,
      ],
    };
  }
}

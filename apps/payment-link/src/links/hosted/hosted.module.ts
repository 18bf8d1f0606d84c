import { Module, type DynamicModule } from '@nestjs/common';
import { ChallengeWayController } from './challenge-way.controller.js';
import { EmbeddingOriginsController } from './embedding-origins.controller.js';
import { ExtendHostedSession } from './extend-session.use-case.js';
import { LinkSessionMint } from './link-session-mint.js';
import { GetHostedView } from './get-hosted-view.query.js';
import { HostedPaymentController } from './hosted-payment.controller.js';
import { HostedSessionController } from './hosted-session.controller.js';
import { ListAvailableMethods } from './list-available-methods.query.js';
import { OpenHostedSession } from './open-session.use-case.js';
import { ReadEmbeddingOrigins } from './read-embedding-origins.query.js';
import { ReturnFromChallenge } from './return-from-challenge.use-case.js';
import { StartChallenge } from './start-challenge.use-case.js';
import { SubmitChosenMethod } from './submit-chosen-method.use-case.js';
import { PartiesModule } from '../../parties/parties.module.js';
import { DebitModule } from '../../debit/debit.module.js';

@Module({})
export class HostedModule {
  static forRoot(imports: DynamicModule[]): DynamicModule {
    return {
      module: HostedModule,
      imports: [...imports, PartiesModule, DebitModule],
      controllers: [
        HostedSessionController,
        HostedPaymentController,
        ChallengeWayController,
        EmbeddingOriginsController,
      ],
      providers: [
        LinkSessionMint,
        OpenHostedSession,
        ExtendHostedSession,
        GetHostedView,
        ListAvailableMethods,
        SubmitChosenMethod,
        StartChallenge,
        ReturnFromChallenge,
        ReadEmbeddingOrigins,
      ],
    };
  }
}

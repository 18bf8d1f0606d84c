import { Module } from '@nestjs/common';
import { BaseModule } from '../base/base.module.js';
import { AuthorizationsService } from './authorizations/authorizations.service.js';
import { CardTokensService } from './authorizations/card-tokens.service.js';
import { CardFieldsController } from './card-fields/card-fields.controller.js';
import { ChallengeController } from './challenge/challenge.controller.js';
import { CapturesService } from './disputes/captures.service.js';
import { CardDisputesController } from './disputes/card-disputes.controller.js';
import { LateFailuresController } from './late-failures/late-failures.controller.js';
import { CardDisputesService } from './disputes/card-disputes.service.js';

/** Cards at every gateway: authorizations, their disputes, and the pages of cardholders. */
@Module({
  imports: [BaseModule],
  controllers: [
    CardFieldsController,
    ChallengeController,
    CardDisputesController,
    LateFailuresController,
  ],
  providers: [AuthorizationsService, CapturesService, CardDisputesService, CardTokensService],
  exports: [AuthorizationsService, CapturesService, CardTokensService],
})
export class CardsModule {}

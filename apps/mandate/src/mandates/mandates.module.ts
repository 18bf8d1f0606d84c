import { Module } from '@nestjs/common';
import { ChecklistsService } from './checklists/checklists.service.js';
import { ConsentsService } from './consents/consents.service.js';
import { DecisionsController } from './decisions/decisions.controller.js';
import { DecisionsService } from './decisions/decisions.service.js';
import { endMandatesJob } from './decisions/end-mandates.job.js';
import { MandatesController } from './mandates/mandates.controller.js';
import { MandatesReads } from './mandates/mandates.reads.js';
import { MandatesService } from './mandates/mandates.service.js';
import { NewMandatesController } from './new-mandates/new-mandates.controller.js';
import { NewMandatesService } from './new-mandates/new-mandates.service.js';
import { SubmissionConversation } from './submissions/submission.conversation.js';
import { PartiesService } from './parties/parties.service.js';

/** Mandates and their submissions to banks. */
@Module({
  controllers: [DecisionsController, MandatesController, NewMandatesController],
  providers: [
    ChecklistsService,
    ConsentsService,
    PartiesService,
    MandatesReads,
    MandatesService,
    NewMandatesService,
    SubmissionConversation,
    DecisionsService,
    endMandatesJob,
  ],
  exports: [
    ChecklistsService,
    PartiesService,
    MandatesReads,
    MandatesService,
    SubmissionConversation,
    DecisionsService,
  ],
})
export class MandatesModule {}

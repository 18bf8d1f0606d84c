import { Module } from '@nestjs/common';
import { PaymentLinkConsumer } from './payment-link.consumer.js';
import { MandatesModule } from '../../mandates/mandates.module.js';
import { DraftMandate } from './draft-mandate.use-case.js';
import { LeaveDraft } from './leave-draft.use-case.js';
import { LinkDraftController } from './link-draft.controller.js';
import { LeftDrafts } from './persistence/left-drafts.js';

/** Mandates that payers authorize on payment links. */
@Module({
  imports: [MandatesModule],
  controllers: [LinkDraftController, PaymentLinkConsumer],
  providers: [LeftDrafts, DraftMandate, LeaveDraft],
})
export class LinkDraftsModule {}

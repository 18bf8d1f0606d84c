import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { DebitModule } from '../debit/debit.module.js';
import { MoneyModule } from '../money/money.module.js';
import { PartiesModule } from '../parties/parties.module.js';
import { ContentHash } from '../persistence/content-hash.js';
import { AttemptConversation } from './card-attempts/attempt.conversation.js';
import { CardRequestsReads } from './card-attempts/card-requests.reads.js';
import { CardAttemptsService } from './card-attempts/card-attempts.service.js';
import { PreparedAttemptsService } from './card-attempts/prepared-attempts.service.js';
import { HostedPaymentsService } from './hosted/hosted-payments.service.js';
import { HostedSessionsService } from './hosted/hosted-sessions.service.js';
import { HostedController } from './hosted/hosted.controller.js';
import { HostedReads } from './hosted/hosted.reads.js';
import { ConnectedMethodsReads } from './link-methods/connected-methods.reads.js';
import { LinkMethodsReads } from './link-methods/link-methods.reads.js';
import { LinkMethodsService } from './link-methods/link-methods.service.js';
import { MethodAccessService } from './link-methods/method-access.service.js';
import { NewAttemptsService } from './link-methods/new-attempts.service.js';
import { MandateAttemptsConsumer } from './mandate-attempts/mandate-attempts.consumer.js';
import { MandateAttemptsController } from './mandate-attempts/mandate-attempts.controller.js';
import { MandateAttemptsService } from './mandate-attempts/mandate-attempts.service.js';
import { ManualTransfersReads } from './manual-transfers/manual-transfers.reads.js';
import { ManualTransfersService } from './manual-transfers/manual-transfers.service.js';
import { UnmatchedTransfersService } from './manual-transfers/unmatched-transfers.service.js';
import { TestTransfersController } from './manual-transfers/test-transfers.controller.js';
import { TestTransfersService } from './manual-transfers/test-transfers.service.js';
import { LinkAddresses } from './link-pages/link-addresses.js';
import { LinkClosingService } from './link-attempts/link-closing.service.js';
import { PageContextReads } from './link-pages/page-context.reads.js';
import { AttemptRowsService } from './payment-attempts/attempt-rows.service.js';
import { PaymentAttemptsService } from './link-attempts/payment-attempts.service.js';
import { ExpirePaymentLinks } from './link-attempts/payment-link.job.js';
import { PaymentLinksConsumer } from './link-attempts/payment-links.consumer.js';
import { PaymentLinksController } from './link-attempts/payment-links.controller.js';
import { PaymentLinksReads } from './payment-links/payment-links.reads.js';
import { PaymentLinksService } from './payment-links/payment-links.service.js';

const SHARED = [
  AttemptConversation,
  AttemptRowsService,
  LinkClosingService,
  ManualTransfersReads,
  ManualTransfersService,
  PaymentAttemptsService,
  PaymentLinksReads,
  PaymentLinksService,
  TestTransfersService,
  UnmatchedTransfersService,
];

/** Payment links, their hosted page, and the ways to pay them: card, direct debit, bank transfer. */
@Module({
  imports: [DebitModule, MoneyModule, CardsModule, PartiesModule],
  controllers: [
    PaymentLinksController,
    PaymentLinksConsumer,
    HostedController,
    MandateAttemptsController,
    MandateAttemptsConsumer,
    TestTransfersController,
  ],
  providers: [
    ...SHARED,
    CardAttemptsService,
    CardRequestsReads,
    ContentHash,
    ExpirePaymentLinks,
    HostedPaymentsService,
    HostedReads,
    HostedSessionsService,
    LinkAddresses,
    ConnectedMethodsReads,
    LinkMethodsReads,
    LinkMethodsService,
    MandateAttemptsService,
    MethodAccessService,
    NewAttemptsService,
    PageContextReads,
    PreparedAttemptsService,
  ],
  exports: SHARED,
})
export class LinksModule {}

import { Module, type DynamicModule } from '@nestjs/common';
import { CardsModule } from '../../cards/cards.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { ContentHash } from '../../persistence/content-hash.js';
import { AbandonAttempt } from './abandon-attempt.use-case.js';
import { AnswerEnrollment } from './answer-enrollment.use-case.js';
import { AttemptGateways } from './attempt-gateways.query.js';
import { AttemptConversation } from './attempt.conversation.js';
import { AvailableMethods } from './available-methods.query.js';
import { CancelPaymentLink } from './cancel-payment-link.use-case.js';
import { ChangePaymentMethod } from './change-payment-method.use-case.js';
import { ClosePaymentLink } from './close-payment-link.js';
import { CreatePaymentLink } from './create-payment-link.use-case.js';
import { FollowUpMandate } from './follow-up-mandate.use-case.js';
import { ExpirePaymentLink } from './expire-payment-link.use-case.js';
import { FindSenderNames } from './find-sender-names.query.js';
import { ForgetContents } from './forget-contents.use-case.js';
import { GetPaymentLink } from './get-payment-link.query.js';
import { LinkSettings } from './link-settings.js';
import { LinkToken } from './link-token.js';
import { LockedAttempts } from './locked-attempt.js';
import { MandateListeners } from './mandate-listeners.js';
import { MethodEntrance } from './method-entrance.js';
import { OfferedMethods } from './offered-methods.query.js';
import { PaymentLinkController } from './payment-link.controller.js';
import { PaymentLinkView } from './payment-link.view.js';
import { PaymentMethodConsumer } from './payment-method.consumer.js';
import { ExpirePaymentLinks } from './persistence/expire-payment-links.job.js';
import { CardSubmissions } from './persistence/card-submissions.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';
import { ReadPageContext } from './read-page-context.query.js';
import { ReadPaymentLink } from './read-payment-link.query.js';
import { SelectPaymentMethod } from './select-payment-method.use-case.js';
import { StartAttempt } from './start-attempt.js';
import { SubmitCard } from './submit-card.use-case.js';
import { WayToBank } from './way-to-bank.js';
import { PartiesModule } from '../../parties/parties.module.js';
import { DebitModule } from '../../debit/debit.module.js';

/** Providers for the hosted page, call-backs of gateways, mandates and reconciliation. */
const OFFERED = [
  LinkToken,
  PaymentLinkView,
  ReadPaymentLink,
  ReadPageContext,
  OfferedMethods,
  SelectPaymentMethod,
  SubmitCard,
  ChangePaymentMethod,
  AnswerEnrollment,
  FindSenderNames,
  ForgetContents,
  AttemptConversation,
  AttemptGateways,
  LockedAttempts,
  MandateListeners,
  WayToBank,
];

const INNER = [
  ContentHash,
  CreatePaymentLink,
  GetPaymentLink,
  CancelPaymentLink,
  ExpirePaymentLink,
  AbandonAttempt,
  AvailableMethods,
  ClosePaymentLink,
  StartAttempt,
  MethodEntrance,
  FollowUpMandate,
  ExpirePaymentLinks,
];

@Module({})
export class PaymentLinksModule {
  static forRoot(settings: LinkSettings): DynamicModule {
    return {
      module: PaymentLinksModule,
      imports: [PartiesModule, DebitModule, CardsModule, MoneyModule],
      controllers: [PaymentLinkController, PaymentMethodConsumer],
      providers: [
        { provide: LinkSettings, useValue: settings },
        PaymentLinkRepository,
        CardSubmissions,
        ...OFFERED,
        ...INNER,
      ],
      exports: OFFERED,
    };
  }
}

import { Module } from '@nestjs/common';
import { MoneyModule } from '../money/money.module.js';
import { CardRefundConversation } from './card-refunds/card-refund.conversation.js';
import { CardRefundsService } from './card-refunds/card-refunds.service.js';
import { ChargeConversation } from './charges/charge.conversation.js';
import { ChargesService } from './charges/charges.service.js';
import { ForgottenCardConversation } from './forgotten-cards/forgotten-card.conversation.js';
import { ForgottenCardsService } from './forgotten-cards/forgotten-cards.service.js';
import { GatewayNotesService } from './gateway-notes/gateway-notes.service.js';
import { CardImportsService } from './payment-methods/card-imports.service.js';
import { StoredCardsReads } from './payment-methods/stored-cards.reads.js';
import { StoredCardsService } from './payment-methods/stored-cards.service.js';
import { PartiesModule } from '../parties/parties.module.js';

const SHARED = [
  CardImportsService,
  CardRefundConversation,
  CardRefundsService,
  ChargeConversation,
  ChargesService,
  GatewayNotesService,
  StoredCardsReads,
  StoredCardsService,
];

/** Cards that payers agreed to store, payments by them without the payer, and refunds. */
@Module({
  imports: [MoneyModule, PartiesModule],
  providers: [...SHARED, ForgottenCardConversation, ForgottenCardsService],
  exports: SHARED,
})
export class CardsModule {}

import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { LinksModule } from '../links/links.module.js';
import { MoneyModule } from '../money/money.module.js';
import { PartiesModule } from '../parties/parties.module.js';
import { BillResource } from './bill.resource.js';
import { ExternalAccountResource } from './external-account.resource.js';
import { PaymentResource } from './payment.resource.js';
import { PaymentLinkResource } from './payment-link.resource.js';
import { PaymentMethodResource } from './payment-method.resource.js';
import { PaymentUserResource } from './payment-user.resource.js';
import { PayoutResource } from './payout.resource.js';
import { RefundResource } from './refund.resource.js';
import { SettlementAccountResource } from './settlement-account.resource.js';
import { KnownElsewhere } from './known-elsewhere.teller.js';

/** What operators find, list and see. */
@Module({
  imports: [CardsModule, LinksModule, MoneyModule, PartiesModule],
  providers: [
    BillResource,
    ExternalAccountResource,
    PaymentLinkResource,
    PaymentMethodResource,
    PaymentResource,
    PaymentUserResource,
    PayoutResource,
    RefundResource,
    SettlementAccountResource,
    KnownElsewhere,
  ],
})
export class OperatorsModule {}

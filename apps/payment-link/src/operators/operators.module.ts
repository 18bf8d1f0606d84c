import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { LinksModule } from '../links/links.module.js';
import { MoneyModule } from '../money/money.module.js';
import { PartiesModule } from '../parties/parties.module.js';
import { ProcessesModule } from '../processes/processes.module.js';
import { AssignTransferAction } from './assign-transfer.action.js';
import { BillResource } from './bill.resource.js';
import { CancelPaymentLinkAction } from './cancel-payment-link.action.js';
import { CancelPayoutAction } from './cancel-payout.action.js';
import { ExternalAccountResource } from './external-account.resource.js';
import { IncomingTransferResource } from './incoming-transfer.resource.js';
import { PaymentResource } from './payment.resource.js';
import { PaymentLinkResource } from './payment-link.resource.js';
import { PaymentMethodResource } from './payment-method.resource.js';
import { PaymentUserResource } from './payment-user.resource.js';
import { PayoutResource } from './payout.resource.js';
import { RefundPaymentAction } from './refund-payment.action.js';
import { RefundResource } from './refund.resource.js';
import { ReturnTransferAction } from './return-transfer.action.js';
import { SettlementAccountResource } from './settlement-account.resource.js';
import { KnownElsewhere } from './known-elsewhere.teller.js';

/** What operators find, list and see, and what they do. */
@Module({
  imports: [CardsModule, LinksModule, MoneyModule, PartiesModule, ProcessesModule],
  providers: [
    AssignTransferAction,
    BillResource,
    CancelPaymentLinkAction,
    CancelPayoutAction,
    ExternalAccountResource,
    IncomingTransferResource,
    PaymentLinkResource,
    PaymentMethodResource,
    PaymentResource,
    PaymentUserResource,
    PayoutResource,
    RefundPaymentAction,
    RefundResource,
    ReturnTransferAction,
    SettlementAccountResource,
    KnownElsewhere,
  ],
})
export class OperatorsModule {}

import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { PaymentMethodsModule } from '../payment-methods/payment-methods.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { ChargeConversation } from './charge.conversation.js';
import { ChargesService } from './charges.service.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** Payments that a customer app starts without the payer, by a stored card. */
@Module({})
export class ChargesModule {
  /** @param gateways the module that provides the card gateways */
  static forRoot(gateways: DynamicModule | Type): DynamicModule {
    return {
      module: ChargesModule,
      imports: [gateways, PartiesModule, PaymentMethodsModule, MoneyModule],
      providers: [ChargesService, ChargeConversation],
      exports: [ChargesService, ChargeConversation],
    };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { CardsModule } from '../../cards/cards.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { ErasePaymentUser } from './erase-payment-user.use-case.js';
import { ErasureController } from './erasure.controller.js';
import { FindPersonTraces } from './find-person-traces.query.js';
import { ForgetTexts } from './forget-texts.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** Erasures by an operator, over several slices. */
@Module({})
export class ErasuresModule {
  /** @param links the modules of payment links and of bank transfers */
  static forRoot(links: readonly DynamicModule[]): DynamicModule {
    return {
      module: ErasuresModule,
      imports: [...links, MoneyModule, PartiesModule, CardsModule],
      controllers: [ErasureController],
      providers: [ErasePaymentUser, FindPersonTraces, ForgetTexts],
    };
  }
}

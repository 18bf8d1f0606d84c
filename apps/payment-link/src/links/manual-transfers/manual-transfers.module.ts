import { Module, type DynamicModule } from '@nestjs/common';
import { MoneyModule } from '../../money/money.module.js';
import { FindIncomingTransfers } from './find-incoming-transfers.query.js';
import { ExecuteTestPayment } from './execute-test-payment.use-case.js';
import { ForgetTransferTexts } from './forget-transfer-texts.use-case.js';
import { IncomingTransferRepository } from './persistence/incoming-transfer.repository.js';
import { ReadTransferInstructions } from './read-transfer-instructions.query.js';
import { ReceiveTestTransfer } from './receive-test-transfer.use-case.js';
import { ReceiveTransfer } from './receive-transfer.use-case.js';
import { TestTransferController } from './test-transfer.controller.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** Payment links by bank transfer: instructions for the payer, and money that arrives. */
@Module({})
export class ManualTransfersModule {
  static forRoot(paymentLinks: DynamicModule): DynamicModule {
    return {
      module: ManualTransfersModule,
      imports: [paymentLinks, MoneyModule, PartiesModule],
      controllers: [TestTransferController],
      providers: [
        IncomingTransferRepository,
        ReceiveTransfer,
        ReceiveTestTransfer,
        FindIncomingTransfers,
        ExecuteTestPayment,
        ReadTransferInstructions,
        ForgetTransferTexts,
      ],
      exports: [
        FindIncomingTransfers,
        ForgetTransferTexts,
        ReadTransferInstructions,
        ReceiveTestTransfer,
      ],
    };
  }
}

import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { CardRefundsModule } from '../../cards/card-refunds/card-refunds.module.js';
import { AskGateway } from './ask-gateway.js';
import { CardCallBackController } from './card-call-back.controller.js';
import { ReceiveCallBack } from './receive-call-back.use-case.js';

/** Intake of call-backs. */
@Module({})
export class CallBacksModule {
  static forRoot(modules: readonly (DynamicModule | Type)[]): DynamicModule {
    return {
      module: CallBacksModule,
      imports: [...modules, CardRefundsModule],
      controllers: [CardCallBackController],
      providers: [AskGateway, ReceiveCallBack],
    };
  }
}

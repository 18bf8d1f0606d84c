import { Module, type DynamicModule } from '@nestjs/common';
import { CardsModule } from '../../cards/cards.module.js';
import { AskGateway } from './ask-gateway.js';
import { CardCallBackController } from './card-call-back.controller.js';
import { ReceiveCallBack } from './receive-call-back.use-case.js';

/** Intake of call-backs. */
@Module({})
export class CallBacksModule {
  static forRoot(links: DynamicModule): DynamicModule {
    return {
      module: CallBacksModule,
      imports: [links, CardsModule],
      controllers: [CardCallBackController],
      providers: [AskGateway, ReceiveCallBack],
    };
  }
}

import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { CardCallBackController } from './card-call-back.controller.js';
import { ReceiveCallBack } from './receive-call-back.use-case.js';

/** Intake of call-backs; apart from the connectors, because it leads to the payment links. */
@Module({})
export class CardCallBacksModule {
  static forRoot(modules: readonly (DynamicModule | Type)[]): DynamicModule {
    return {
      module: CardCallBacksModule,
      imports: [...modules],
      controllers: [CardCallBackController],
      providers: [ReceiveCallBack],
    };
  }
}

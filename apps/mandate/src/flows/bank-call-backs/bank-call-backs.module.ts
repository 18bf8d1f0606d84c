import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { BankCallBackController } from './bank-call-back.controller.js';
import { ReceiveBankCallBack } from './receive-bank-call-back.use-case.js';

/** Intake of call-backs; apart from the connectors, because it leads to mandates and charges. */
@Module({})
export class BankCallBacksModule {
  /** @param modules those of mandates and charges */
  static forRoot(modules: readonly (DynamicModule | Type)[]): DynamicModule {
    return {
      module: BankCallBacksModule,
      imports: [...modules],
      controllers: [BankCallBackController],
      providers: [ReceiveBankCallBack],
    };
  }
}

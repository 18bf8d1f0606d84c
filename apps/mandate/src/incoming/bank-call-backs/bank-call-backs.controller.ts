import { Controller } from '@nestjs/common';
import { CallBack, callBackAnswer, Operation, type ReceivedCallBack } from '@towpath/http';
import { BankCallBacksService } from './bank-call-backs.service.js';

const RAW = { body: { rawBody: true } } as const;

@Controller()
export class BankCallBacksController {
  constructor(private readonly callBacks: BankCallBacksService) {}

  @Operation('receiveDirectDebitCallback', RAW)
  async calledBack(@CallBack() received: ReceivedCallBack) {
    return callBackAnswer(await this.callBacks.receive(received));
  }

  @Operation('receiveDirectDebitCallbackOfAccount', RAW)
  async calledBackOfAccount(@CallBack() received: ReceivedCallBack) {
    return callBackAnswer(await this.callBacks.receive(received));
  }
}

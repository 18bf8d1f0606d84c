import { Controller } from '@nestjs/common';
import { CallBack, callBackAnswer, Operation, type ReceivedCallBack } from '@towpath/http';
import { CallBacksService } from './call-backs.service.js';

const RAW = { body: { rawBody: true } } as const;

@Controller()
export class CallBacksController {
  constructor(private readonly callBacks: CallBacksService) {}

  @Operation('receiveCardCallback', RAW)
  async calledBack(@CallBack() received: ReceivedCallBack) {
    return callBackAnswer(await this.callBacks.receive(received));
  }

  @Operation('receiveCardCallbackOfAccount', RAW)
  async calledBackOfAccount(@CallBack() received: ReceivedCallBack) {
    return callBackAnswer(await this.callBacks.receive(received));
  }
}

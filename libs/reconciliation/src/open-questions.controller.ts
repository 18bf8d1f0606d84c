import { Body, Controller, Query } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { OpenQuestionsService } from './open-questions.service.js';
import { OpenQuestionsRequest, OpenQuestionsResponse } from './reconciliation.dto.js';

/** For operators whose databases were restored to an instant. */
@Controller()
export class OpenQuestionsController {
  constructor(private readonly questions: OpenQuestionsService) {}

  @InternalRoute('GET', '/internal/reconciliations/questions', {
    command: 'restore ask',
    response: OpenQuestionsResponse,
  })
  async waiting(@Query() { customer_app_id: id }: OpenQuestionsRequest) {
    return { waiting: await this.questions.waiting(id as CustomerAppId | undefined) };
  }

  /** Makes all of them due. */
  @InternalRoute('POST', '/internal/reconciliations/questions', {
    command: 'restore ask',
    response: OpenQuestionsResponse,
  })
  async ask(@Body() { customer_app_id: id }: OpenQuestionsRequest): Promise<OpenQuestionsResponse> {
    const app = id as CustomerAppId | undefined;
    await this.questions.askNow(app);
    return { waiting: await this.questions.waiting(app) };
  }
}

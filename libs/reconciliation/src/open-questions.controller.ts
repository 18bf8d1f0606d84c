import { Body, Controller } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { OpenQuestionsService } from './open-questions.service.js';
import { AskOpenQuestionsRequest, OpenQuestionsResponse } from './reconciliation.dto.js';

/** For operators whose databases were restored to an instant. */
@Controller()
export class OpenQuestionsController {
  constructor(private readonly questions: OpenQuestionsService) {}

  @InternalRoute('POST', '/internal/reconciliations/questions', {
    callers: ['gateway'],
    response: OpenQuestionsResponse,
  })
  async ask(@Body() order: AskOpenQuestionsRequest): Promise<OpenQuestionsResponse> {
    const app = order.customer_app_id as CustomerAppId | undefined;
    if (order.ask) await this.questions.askNow(app);
    return { waiting: await this.questions.waiting(app) };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { OpenQuestionsController } from './open-questions.controller.js';
import {
  OpenQuestionsService,
  QUESTION_TABLES,
  type QuestionTable,
} from './open-questions.service.js';

/** For services that ask others by schedule: an operator has everything asked now. */
@Module({})
export class OpenQuestionsModule {
  static forRoot(tables: readonly QuestionTable[]): DynamicModule {
    return {
      module: OpenQuestionsModule,
      controllers: [OpenQuestionsController],
      providers: [{ provide: QUESTION_TABLES, useValue: tables }, OpenQuestionsService],
    };
  }
}

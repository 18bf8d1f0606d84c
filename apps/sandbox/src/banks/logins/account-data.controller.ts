import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { EnumField, OpenObjectField, TextField } from '@towpath/contracts';

import { MomentField } from '../../base/http/fields.js';
import { Access } from '../../base/http/route-access.js';
import { DataLogins } from './data-logins.js';
import { ReadProduct } from './read-product.query.js';

class AttemptDto {
  @TextField({ min: 1, max: 100 }) customer_app_id: string;
  @TextField({ min: 1, max: 100 }) attempt_id: string;
  @TextField({ min: 1, max: 100 }) institution_id: string;
  @EnumField(['en', 'zh', 'ko', 'vi']) language: string;
  /** The clock of the app. */
  @MomentField() now: string;
}

class LoginDto extends AttemptDto {
  @TextField({ min: 1, max: 100 }) user_id: string;
  @TextField({ min: 1, max: 200 }) password: string;
}

class AnswerDto extends AttemptDto {
  @TextField({ min: 1, max: 2_000 }) pending: string;
  @OpenObjectField() inputs: Record<string, string>;
}

class RedemptionDto extends AttemptDto {
  @TextField({ min: 1, max: 100 }) code: string;
  @TextField({ min: 1, max: 500 }) state: string;
}

class RefreshDto extends AttemptDto {
  @TextField({ optional: true, min: 1, max: 2_000 }) session?: string;
  @TextField({ optional: true, min: 1, max: 100 }) user_id?: string;
  @TextField({ optional: true, min: 1, max: 200 }) password?: string;
}

class SessionDto {
  @TextField({ min: 1, max: 2_000 }) session: string;
}

class ProductDto extends SessionDto {
  @TextField({ min: 1, max: 100 }) product: string;
  @MomentField() now: string;
  @MomentField({ optional: true }) since?: string;
  @TextField({ optional: true, min: 1, max: 300 }) after?: string;
}

/** The data API of the simulated banks, server to server. */
@Access('server')
@Controller('bank/data')
export class AccountDataController {
  constructor(
    private readonly logins: DataLogins,
    private readonly readProduct: ReadProduct,
  ) {}

  @Post('logins')
  @HttpCode(200)
  login(@Body() body: LoginDto) {
    const { institution_id: institutionId, user_id: userId, password } = body;
    return this.logins.start(attemptOf(body), { institutionId, userId, password });
  }

  @Post('answers')
  @HttpCode(200)
  answer(@Body() body: AnswerDto) {
    const texts = Object.entries(body.inputs).map(([name, value]) => [name, String(value)]);
    return this.logins.answer(
      attemptOf(body),
      body.pending,
      Object.fromEntries(texts) as Record<string, string>,
    );
  }

  @Post('redemptions')
  @HttpCode(200)
  redeem(@Body() body: RedemptionDto) {
    const { code, state, institution_id: institutionId } = body;
    return this.logins.redeem(attemptOf(body), { code, state, institutionId });
  }

  @Post('refreshes')
  @HttpCode(200)
  refresh(@Body() body: RefreshDto) {
    const { institution_id: institutionId, user_id: userId, password } = body;
    const login =
      userId === undefined || password === undefined ? null : { institutionId, userId, password };
    return this.logins.refresh(attemptOf(body), { session: body.session ?? null, login });
  }

  @Post('consent-ends')
  @HttpCode(200)
  async end(@Body() { session }: SessionDto) {
    await this.logins.endConsent(session);
    return { ended: true };
  }

  @Post('products')
  @HttpCode(200)
  product(@Body() { now, since, after, session, product }: ProductDto) {
    const from = { since: since ?? null, after: after ?? null };
    return this.readProduct.execute({ session, product, now: new Date(now), ...from });
  }
}

function attemptOf(body: AttemptDto) {
  return {
    customerAppId: body.customer_app_id,
    attemptId: body.attempt_id,
    language: body.language,
    now: new Date(body.now),
  };
}

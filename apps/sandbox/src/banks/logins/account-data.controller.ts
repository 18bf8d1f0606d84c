import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { IsIn, IsISO8601, IsObject, IsOptional, IsString, Length } from 'class-validator';

import { Access } from '../../base/http/route-access.js';
import { DataLoginUseCase } from './data-logins.js';
import { ReadProductQuery } from './read-product.query.js';

class AttemptDto {
  @IsString() @Length(1, 100) customer_app_id: string;
  @IsString() @Length(1, 100) attempt_id: string;
  @IsString() @Length(1, 100) institution_id: string;
  @IsIn(['en', 'zh', 'ko', 'vi']) language: string;
  /** The clock of the app. */
  @IsISO8601() now: string;
}

class LoginDto extends AttemptDto {
  @IsString() @Length(1, 100) user_id: string;
  @IsString() @Length(1, 200) password: string;
}

class AnswerDto extends AttemptDto {
  @IsString() @Length(1, 2_000) pending: string;
  @IsObject() inputs: Record<string, string>;
}

class RedemptionDto extends AttemptDto {
  @IsString() @Length(1, 100) code: string;
  @IsString() @Length(1, 500) state: string;
}

class RefreshDto extends AttemptDto {
  @IsOptional() @IsString() @Length(1, 2_000) session?: string;
  @IsOptional() @IsString() @Length(1, 100) user_id?: string;
  @IsOptional() @IsString() @Length(1, 200) password?: string;
}

class SessionDto {
  @IsString() @Length(1, 2_000) session: string;
}

class ProductDto extends SessionDto {
  @IsString() @Length(1, 100) product: string;
  @IsISO8601() now: string;
  @IsOptional() @IsISO8601() since?: string;
  @IsOptional() @IsString() @Length(1, 300) after?: string;
}

/** The data API of the simulated banks, server to server. */
@Access('server')
@Controller('bank/data')
export class AccountDataController {
  constructor(
    private readonly dataLogin: DataLoginUseCase,
    private readonly readProduct: ReadProductQuery,
  ) {}

  @Post('logins')
  @HttpCode(200)
  login(@Body() body: LoginDto) {
    const { institution_id: institutionId, user_id: userId, password } = body;
    return this.dataLogin.start(attemptOf(body), { institutionId, userId, password });
  }

  @Post('answers')
  @HttpCode(200)
  answer(@Body() body: AnswerDto) {
    const texts = Object.entries(body.inputs).map(([name, value]) => [name, String(value)]);
    return this.dataLogin.answer(
      attemptOf(body),
      body.pending,
      Object.fromEntries(texts) as Record<string, string>,
    );
  }

  @Post('redemptions')
  @HttpCode(200)
  redeem(@Body() body: RedemptionDto) {
    const { code, state, institution_id: institutionId } = body;
    return this.dataLogin.redeem(attemptOf(body), { code, state, institutionId });
  }

  @Post('refreshes')
  @HttpCode(200)
  refresh(@Body() body: RefreshDto) {
    const { institution_id: institutionId, user_id: userId, password } = body;
    const login =
      userId === undefined || password === undefined ? null : { institutionId, userId, password };
    return this.dataLogin.refresh(attemptOf(body), { session: body.session ?? null, login });
  }

  @Post('consent-ends')
  @HttpCode(200)
  async end(@Body() { session }: SessionDto) {
    await this.dataLogin.endConsent(session);
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

import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Access } from '../../base/http/access.guard.js';
import { BankDataReads } from './bank-data.reads.js';
import {
  AnswerDto,
  DataRedemptionDto,
  LoginDto,
  MandateLoginDto,
  ProductDto,
  RedemptionDto,
  RefreshDto,
  SessionDto,
  type AttemptDto,
} from './bank-logins.dto.js';
import { BankLoginsService } from './bank-logins.service.js';

/** The simulated banks, server to server: who may set up a mandate, and the data API. */
@Access('server')
@Controller('bank')
export class BankLoginsController {
  constructor(
    private readonly logins: BankLoginsService,
    private readonly data: BankDataReads,
  ) {}

  @Post('mandate-logins')
  @HttpCode(200)
  async logIn(@Body() body: MandateLoginDto) {
    const outcome = await this.logins.logIn(`${body.customer_app_id} ${body.reference}`, {
      institutionId: body.institution_id,
      userId: body.user_id,
      password: body.password,
      otp: body.otp ?? null,
    });
    return { outcome };
  }

  /** The result of a payer's login on the bank's own page. */
  @Post('login-codes/redemptions')
  @HttpCode(200)
  async redeem(@Body() { code, state }: RedemptionDto) {
    return { outcome: await this.logins.redeem({ code, state }) };
  }

  @Post('data/logins')
  @HttpCode(200)
  startData(@Body() body: LoginDto) {
    const { institution_id: institutionId, user_id: userId, password } = body;
    return this.logins.startData(attemptOf(body), { institutionId, userId, password });
  }

  @Post('data/answers')
  @HttpCode(200)
  answerData(@Body() body: AnswerDto) {
    const texts = Object.entries(body.inputs).map(([name, value]) => [name, String(value)]);
    const inputs = Object.fromEntries(texts) as Record<string, string>;
    return this.logins.answerData(attemptOf(body), body.pending, inputs);
  }

  @Post('data/redemptions')
  @HttpCode(200)
  redeemData(@Body() body: DataRedemptionDto) {
    const { code, state, institution_id: institutionId } = body;
    return this.logins.redeemData(attemptOf(body), { code, state, institutionId });
  }

  @Post('data/refreshes')
  @HttpCode(200)
  refreshData(@Body() body: RefreshDto) {
    const { institution_id: institutionId, user_id: userId, password } = body;
    const login =
      userId === undefined || password === undefined ? null : { institutionId, userId, password };
    return this.logins.refreshData(attemptOf(body), { session: body.session ?? null, login });
  }

  @Post('data/consent-ends')
  @HttpCode(200)
  async endConsent(@Body() { session }: SessionDto) {
    await this.logins.endConsent(session);
    return { ended: true };
  }

  @Post('data/products')
  @HttpCode(200)
  product(@Body() { now, since, after, session, product }: ProductDto) {
    const from = { since: since ?? null, after: after ?? null };
    return this.data.product({ session, product, now: new Date(now), ...from });
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

import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { TextField } from '@towpath/contracts';

import { Access } from '../../base/http/route-access.js';
import { LogIn } from './log-in.use-case.js';

class MandateLoginDto {
  @TextField({ min: 1, max: 100 }) customer_app_id: string;
  @TextField({ min: 1, max: 100 }) reference: string;
  @TextField({ min: 1, max: 100 }) institution_id: string;
  @TextField({ min: 1, max: 100 }) user_id: string;
  @TextField({ min: 1, max: 200 }) password: string;
  @TextField({ optional: true, min: 1, max: 20 }) otp?: string;
}

class RedemptionDto {
  @TextField({ min: 1, max: 100 }) code: string;
  @TextField({ min: 1, max: 500 }) state: string;
}

/** The banks of payers, server to server: who may set up a mandate. */
@Access('server')
@Controller('bank')
export class BankLoginController {
  constructor(private readonly logIn: LogIn) {}

  @Post('mandate-logins')
  @HttpCode(200)
  async login(@Body() body: MandateLoginDto) {
    const outcome = await this.logIn.execute(`${body.customer_app_id} ${body.reference}`, {
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
    return { outcome: await this.logIn.redeem({ code, state }) };
  }
}

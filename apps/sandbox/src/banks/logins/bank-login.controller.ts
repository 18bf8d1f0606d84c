import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { IsOptional, IsString, Length } from 'class-validator';

import { Access } from '../../base/http/route-access.js';
import { LogInUseCase } from './log-in.use-case.js';

class MandateLoginDto {
  @IsString() @Length(1, 100) customer_app_id: string;
  @IsString() @Length(1, 100) reference: string;
  @IsString() @Length(1, 100) institution_id: string;
  @IsString() @Length(1, 100) user_id: string;
  @IsString() @Length(1, 200) password: string;
  @IsOptional() @IsString() @Length(1, 20) otp?: string;
}

class RedemptionDto {
  @IsString() @Length(1, 100) code: string;
  @IsString() @Length(1, 500) state: string;
}

/** The banks of payers, server to server: who may set up a mandate. */
@Access('server')
@Controller('bank')
export class BankLoginController {
  constructor(private readonly logIn: LogInUseCase) {}

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

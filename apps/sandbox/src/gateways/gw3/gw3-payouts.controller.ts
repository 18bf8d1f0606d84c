import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';

import { REFERENCE } from '../../base/parties/reference.js';
import { AnswerLost, GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/gateways.js';
import { Access } from '../../base/http/route-access.js';
import { ListSettledQuery } from '../../base/ledger/list-settled.query.js';
import { PayOutUseCase } from '../../debits/payouts/pay-out.use-case.js';
import { payoutLine, payoutView } from './gw3-payout.answers.js';
import { PayoutRequestDto } from './gw3-payout.dto.js';
import { StatementQueryDto } from './gw3.dto.js';

const PER_PAGE = 80;

/** `GW3`: money that is paid out, and the bank's books about it. */
@Access('server')
@Controller('gw3')
export class Gw3PayoutsController {
  constructor(
    private readonly payOut: PayOutUseCase,
    private readonly listSettled: ListSettledQuery,
  ) {}

  @Post('payouts')
  @HttpCode(200)
  async create(@Body() body: PayoutRequestDto) {
    const { record, answerLost } = await this.payOut.execute({
      reference: body.payout_reference,
      customerAppId: body.debtor.customer_app_id,
      debtorAccount: body.debtor.account,
      creditorName: body.creditor.name,
      accountNumber: body.creditor.account_number,
      amount: body.instructed.minor,
      currency: body.instructed.currency,
      text: body.text ?? null,
    });
    if (answerLost) throw new AnswerLost();
    return payoutView(record);
  }

  @Get('payouts/:reference')
  async find(@Param('reference') reference: string) {
    if (!REFERENCE.test(reference)) {
      throw new GatewayRefusal('not_found', 'There is no payout with this reference.');
    }
    return payoutView(await this.payOut.find(reference));
  }

  @Get('payout_statement')
  async statement(@Query() query: StatementQueryDto) {
    const { booked_from: from, booked_to: to, after_entry: after } = query;
    const pageSize = query.page_size ?? PER_PAGE;
    const entries = await this.listSettled.execute({
      gateway: BANK,
      payouts: true,
      customerAppId: query.customer_app_id,
      from: new Date(from),
      to: new Date(to),
      // One more than is shown tells whether there are more.
      limit: pageSize + 1,
      ...(after ? { after } : {}),
    });
    return { lines: entries.slice(0, pageSize).map(payoutLine), more: entries.length > pageSize };
  }
}

import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';

import { REFERENCE } from '../../base/parties/reference.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/gateways.js';
import { Access } from '../../base/http/route-access.js';
import { ListSettled } from '../../base/ledger/list-settled.query.js';
import { BankPayoutsService } from '../../debits/payouts/bank-payouts.service.js';
import { payoutLine, payoutView } from './gw3-payout.answers.js';
import { PayoutRequestDto, StatementQueryDto } from './gw3.dto.js';

const PER_PAGE = 80;

/** `GW3`: money that is paid out, and the bank's books about it. */
@Access('server')
@Controller('gw3')
export class Gw3PayoutsController {
  constructor(
    private readonly payouts: BankPayoutsService,
    private readonly listSettled: ListSettled,
  ) {}

  @Post('payouts')
  @HttpCode(200)
  async create(@Body() body: PayoutRequestDto) {
    const record = await this.payouts.pay({
      reference: body.payout_reference,
      customerAppId: body.debtor.customer_app_id,
      debtorAccount: body.debtor.account,
      creditorName: body.creditor.name,
      accountNumber: body.creditor.account_number,
      amount: body.instructed.minor,
      currency: body.instructed.currency,
      text: body.text ?? null,
    });
    return payoutView(record);
  }

  @Get('payouts/:reference')
  async find(@Param('reference') reference: string) {
    if (!REFERENCE.test(reference)) {
      throw new GatewayRefusal('not_found', 'There is no payout with this reference.');
    }
    return payoutView(await this.payouts.find(reference));
  }

  @Get('payout_statement')
  async statement(@Query() query: StatementQueryDto) {
    const { entries, more } = await this.listSettled.execute({
      gateway: BANK,
      payouts: true,
      customerAppId: query.customer_app_id,
      from: new Date(query.booked_from),
      to: new Date(query.booked_to),
      limit: query.page_size ?? PER_PAGE,
      after: query.after_entry,
    });
    return { lines: entries.map(payoutLine), more };
  }
}

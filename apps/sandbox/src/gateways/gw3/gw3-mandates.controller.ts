import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';

import { REFERENCE } from '../../base/parties/reference.js';
import type { AppsReference } from '../../debits/direct-debit/debit-mandate.js';
import { DebitsService } from '../../debits/direct-debit/debits.service.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { Access } from '../../base/http/route-access.js';
import { mandateView, registrationAnswer } from './gw3.answers.js';
import { AppQueryDto, DecisionDto, MandateRequestDto } from './gw3.dto.js';

/** Mandates of `GW3`, a bank that uses the codes of ISO 20022. */
@Access('server')
@Controller('gw3/mandates')
export class Gw3MandatesController {
  constructor(private readonly debits: DebitsService) {}

  @Post()
  @HttpCode(200)
  async create(@Body() body: MandateRequestDto) {
    const { last_day: lastDay = null } = body;
    if (lastDay !== null && lastDay < body.first_day) {
      const field = { field: 'last_day' };
      throw new GatewayRefusal('invalid_request', 'last_day must not be before first_day.', field);
    }
    const record = await this.debits.register({
      reference: body.mandate_reference,
      customerAppId: body.creditor.customer_app_id,
      creditorAccount: body.creditor.account,
      debtorName: body.debtor.name,
      accountNumber: body.debtor.account_number,
      currency: body.currency,
      firstDay: body.first_day,
      lastDay,
      maxAmount: body.max_minor ?? null,
      callbackUrl: body.notify_url,
    });
    return registrationAnswer(record);
  }

  @Get(':reference')
  async find(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return mandateView(await this.debits.mandate(known(reference, query)));
  }

  @Post(':reference/cancellation')
  @HttpCode(200)
  async cancel(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return mandateView(await this.debits.cancel(known(reference, query)));
  }

  /** Plays the payer and the payer's bank, for tests. */
  @Post(':reference/decision')
  @HttpCode(200)
  async decide(
    @Param('reference') reference: string,
    @Query() query: AppQueryDto,
    @Body() { decision }: DecisionDto,
  ) {
    return mandateView(await this.debits.decide(known(reference, query), decision));
  }
}

/** A reference that cannot exist was never seen. */
function known(reference: string, { customer_app_id: customerAppId }: AppQueryDto): AppsReference {
  if (REFERENCE.test(reference)) return { reference, customerAppId };
  throw new GatewayRefusal('not_found', 'There is no mandate with this reference.');
}

import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';

import { REFERENCE } from '../../base/parties/reference.js';
import { DebitsService } from '../../debits/direct-debit/debits.service.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/gateways.js';
import { Access } from '../../base/http/route-access.js';
import { ListSettled } from '../../base/ledger/list-settled.query.js';
import { collectionAnswer, collectionView, statementLine } from './gw3.answers.js';
import { AppQueryDto, CollectionRequestDto, StatementQueryDto } from './gw3.dto.js';
import type { AppsReference } from '../../debits/direct-debit/debit-mandate.js';

const PER_PAGE = 80;

/** `GW3`: money that is collected, and the bank's books about it. */
@Access('server')
@Controller('gw3')
export class Gw3CollectionsController {
  constructor(
    private readonly debits: DebitsService,
    private readonly listSettled: ListSettled,
  ) {}

  @Post('collections')
  @HttpCode(200)
  async create(@Body() body: CollectionRequestDto) {
    const record = await this.debits.collect({
      reference: body.collection_reference,
      mandateReference: body.mandate_reference,
      customerAppId: body.customer_app_id,
      paymentId: body.payment_id ?? null,
      amount: body.instructed.minor,
      currency: body.instructed.currency,
      callbackUrl: body.notify_url,
    });
    return collectionAnswer(record);
  }

  @Get('collections/:reference')
  async find(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return collectionView(await this.debits.collection(known(reference, query)));
  }

  @Post('collections/:reference/reversal')
  @HttpCode(200)
  async reverse(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return collectionView(await this.debits.reverse(known(reference, query)));
  }

  @Get('statement')
  async statement(@Query() query: StatementQueryDto) {
    const { entries, more } = await this.listSettled.execute({
      gateway: BANK,
      customerAppId: query.customer_app_id,
      from: new Date(query.booked_from),
      to: new Date(query.booked_to),
      limit: query.page_size ?? PER_PAGE,
      after: query.after_entry,
    });
    return { lines: entries.map(statementLine), more };
  }

  /** Instructions to the bank with their counts, without outcomes. */
  @Get('instructions')
  async instructions(@Query() { customer_app_id }: AppQueryDto) {
    return { instructions: await this.debits.instructions(customer_app_id) };
  }
}

/** A reference that cannot exist was never seen. */
function known(reference: string, { customer_app_id: customerAppId }: AppQueryDto): AppsReference {
  if (REFERENCE.test(reference)) return { reference, customerAppId };
  throw new GatewayRefusal('not_found', 'There is no collection with this reference.');
}

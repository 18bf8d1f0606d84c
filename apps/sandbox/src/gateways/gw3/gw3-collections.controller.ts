import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';

import { REFERENCE } from '../../base/parties/reference.js';
import { CollectUseCase } from '../../debits/direct-debit/collect.use-case.js';
import type { AppsReference } from '../../debits/direct-debit/persistence/bank-books.repository.js';
import { LookUpQuery } from '../../debits/direct-debit/debit-books.js';
import { ReverseCollectionUseCase } from '../../debits/direct-debit/reverse-collection.use-case.js';
import { AnswerLost, GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/gateways.js';
import { Access } from '../../base/http/route-access.js';
import { ListSettledQuery } from '../../base/ledger/list-settled.query.js';
import { collectionAnswer, collectionView, statementLine } from './gw3.answers.js';
import { AppQueryDto, CollectionRequestDto, StatementQueryDto } from './gw3.dto.js';

const PER_PAGE = 80;

/** `GW3`: money that is collected, and the bank's books about it. */
@Access('server')
@Controller('gw3')
export class Gw3CollectionsController {
  constructor(
    private readonly collect: CollectUseCase,
    private readonly reverseCollection: ReverseCollectionUseCase,
    private readonly lookUp: LookUpQuery,
    private readonly listSettled: ListSettledQuery,
  ) {}

  @Post('collections')
  @HttpCode(200)
  async create(@Body() body: CollectionRequestDto) {
    const { record, answerLost } = await this.collect.execute({
      reference: body.collection_reference,
      mandateReference: body.mandate_reference,
      customerAppId: body.customer_app_id,
      paymentId: body.payment_id ?? null,
      amount: body.instructed.minor,
      currency: body.instructed.currency,
      callbackUrl: body.notify_url,
    });
    if (answerLost) throw new AnswerLost();
    return collectionAnswer(record);
  }

  @Get('collections/:reference')
  async find(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return collectionView(await this.lookUp.collection(known(reference, query)));
  }

  @Post('collections/:reference/reversal')
  @HttpCode(200)
  async reverse(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return collectionView(await this.reverseCollection.execute(known(reference, query)));
  }

  @Get('statement')
  async statement(@Query() query: StatementQueryDto) {
    const { booked_from: from, booked_to: to, after_entry: after } = query;
    const pageSize = query.page_size ?? PER_PAGE;
    const entries = await this.listSettled.execute({
      gateway: BANK,
      customerAppId: query.customer_app_id,
      from: new Date(from),
      to: new Date(to),
      // One more than is shown tells whether there are more.
      limit: pageSize + 1,
      ...(after ? { after } : {}),
    });
    const lines = entries.slice(0, pageSize).map(statementLine);
    return { lines, more: entries.length > pageSize };
  }

  /** Instructions to the bank with their counts, without outcomes. */
  @Get('instructions')
  async instructions(@Query() { customer_app_id }: AppQueryDto) {
    return { instructions: await this.lookUp.told(customer_app_id) };
  }
}

/** A reference that cannot exist was never seen. */
function known(reference: string, { customer_app_id: customerAppId }: AppQueryDto): AppsReference {
  if (REFERENCE.test(reference)) return { reference, customerAppId };
  throw new GatewayRefusal('not_found', 'There is no collection with this reference.');
}

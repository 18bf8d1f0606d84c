import { Controller, Get, Query } from '@nestjs/common';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { Access } from '../../base/http/route-access.js';
import { ListSettled } from '../../base/ledger/list-settled.query.js';
import { SettledQueryDto } from './gw1.dto.js';

const DEFAULT_PER_PAGE = 100;

/** What this gateway settled, for the merchant's reconciliation. */
@Access('server')
@Controller('gw1/settled')
export class Gw1BooksController {
  constructor(private readonly listSettled: ListSettled) {}

  @Get()
  async list(@Query() query: SettledQueryDto) {
    const from = new Date(query.from);
    const to = new Date(query.to);
    if (from > to)
      throw new GatewayRefusal('invalid_request', 'to must not be before from.', { field: 'to' });
    const limit = query.limit ?? DEFAULT_PER_PAGE;
    const { customer_app_id: customerAppId, after } = query;
    const range = { from, to, customerAppId, after };
    const { entries } = await this.listSettled.execute({ gateway: 'GW1', limit, ...range });
    const last = entries.length === limit ? entries.at(-1) : undefined;
    return { settled: entries, next_after: last?.entry_id ?? null };
  }
}

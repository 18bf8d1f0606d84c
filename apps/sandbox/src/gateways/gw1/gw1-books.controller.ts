import { Controller, Get, Query } from '@nestjs/common';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { Access } from '../../base/http/route-access.js';
import { ListSettledQuery } from '../../base/ledger/list-settled.query.js';
import { SettledQueryDto } from './gw1.dto.js';

const DEFAULT_PER_PAGE = 100;

/** What this gateway settled, for the merchant's reconciliation. */
@Access('server')
@Controller('gw1/settled')
export class Gw1BooksController {
  constructor(private readonly listSettled: ListSettledQuery) {}

  @Get()
  async list(@Query() query: SettledQueryDto) {
    const from = new Date(query.from);
    const to = new Date(query.to);
    if (from > to)
      throw new GatewayRefusal('invalid_request', 'to must not be before from.', { field: 'to' });
    const limit = query.limit ?? DEFAULT_PER_PAGE;
    const { customer_app_id: customerAppId, after } = query;
    const settled = await this.listSettled.execute({
      gateway: 'GW1',
      from,
      to,
      limit,
      ...(customerAppId ? { customerAppId } : {}),
      ...(after ? { after } : {}),
    });
    const last = settled.at(-1);
    return { settled, next_after: settled.length === limit && last ? last.entry_id : null };
  }
}

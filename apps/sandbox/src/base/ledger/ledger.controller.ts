import { Controller, Get, Query } from '@nestjs/common';
import { Matches } from 'class-validator';

import { Access } from '../http/route-access.js';
import { ReadLedgerQuery } from './read-ledger.query.js';

export class LedgerQueryDto {
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, { message: '$property must name a customer app' })
  customer_app_id: string;
}

/** The books of all gateways by payment, for comparison with another system's books. */
@Access('server')
@Controller('ledger')
export class LedgerController {
  constructor(private readonly readLedger: ReadLedgerQuery) {}

  @Get()
  async read(@Query() { customer_app_id }: LedgerQueryDto) {
    return { customer_app_id, payments: await this.readLedger.execute(customer_app_id) };
  }
}

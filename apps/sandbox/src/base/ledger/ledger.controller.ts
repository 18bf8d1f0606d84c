import { Controller, Get, Query } from '@nestjs/common';

import { ReferenceField } from '../http/fields.js';
import { Access } from '../http/route-access.js';
import { ReadLedger } from './read-ledger.query.js';

class LedgerQueryDto {
  @ReferenceField() customer_app_id: string;
}

/** The books of all gateways by payment, for comparison with another system's books. */
@Access('server')
@Controller('ledger')
export class LedgerController {
  constructor(private readonly readLedger: ReadLedger) {}

  @Get()
  async read(@Query() { customer_app_id }: LedgerQueryDto) {
    return { customer_app_id, payments: await this.readLedger.execute(customer_app_id) };
  }
}

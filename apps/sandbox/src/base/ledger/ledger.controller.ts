import { Controller, Get, Query } from '@nestjs/common';

import { ReferenceField } from '../http/fields.js';
import { Access } from '../http/access.guard.js';
import { LedgerService } from './ledger.service.js';

class LedgerQueryDto {
  @ReferenceField() customer_app_id: string;
}

@Access('server')
@Controller('ledger')
export class LedgerController {
  constructor(private readonly ledger: LedgerService) {}

  @Get()
  async read(@Query() { customer_app_id }: LedgerQueryDto) {
    return { customer_app_id, payments: await this.ledger.payments(customer_app_id) };
  }
}

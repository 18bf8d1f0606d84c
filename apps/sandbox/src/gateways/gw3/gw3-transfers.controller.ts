import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';

import { REFERENCE } from '../../base/parties/reference.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { Access } from '../../base/http/route-access.js';
import {
  BankTransfersService,
  type BankTransfer,
} from '../../debits/transfers/bank-transfers.service.js';
import { ArrivingTransferDto, StatementQueryDto } from './gw3.dto.js';

const PER_PAGE = 80;

/** `GW3`: money that payers transfer to a merchant, and the bank's books about it. */
@Access('server')
@Controller('gw3')
export class Gw3TransfersController {
  constructor(private readonly transfers: BankTransfersService) {}

  /** In the place of the payer's bank. */
  @Post('incoming_transfers')
  @HttpCode(200)
  async receive(@Body() body: ArrivingTransferDto) {
    const received = await this.transfers.receive({
      reference: body.transfer_reference,
      customerAppId: body.customer_app_id,
      amount: body.credited.minor,
      currency: body.credited.currency,
      text: body.text ?? null,
    });
    return transferLine(received);
  }

  @Get('incoming_transfers/:reference')
  async find(@Param('reference') reference: string) {
    if (!REFERENCE.test(reference)) {
      throw new GatewayRefusal('not_found', 'There is no transfer with this reference.');
    }
    return transferLine(await this.transfers.find(reference));
  }

  @Get('incoming_statement')
  async statement(@Query() query: StatementQueryDto) {
    const { booked_from: from, booked_to: to, after_entry: after } = query;
    const pageSize = query.page_size ?? PER_PAGE;
    const booked = await this.transfers.booked({
      customerAppId: query.customer_app_id,
      from: new Date(from),
      to: new Date(to),
      // One more than is shown tells whether there are more.
      limit: pageSize + 1,
      ...(after ? { after } : {}),
    });
    return { lines: booked.slice(0, pageSize).map(transferLine), more: booked.length > pageSize };
  }
}

function transferLine(transfer: BankTransfer) {
  return {
    booking: 'CRDT',
    transfer_reference: transfer.reference,
    credited: { minor: transfer.amount, currency: transfer.currency },
    text: transfer.text,
    booked_at: transfer.bookedAt,
  };
}

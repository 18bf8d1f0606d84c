import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Access } from '../../base/http/access.guard.js';
import { LedgerService } from '../../base/ledger/ledger.service.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/parties.js';
import { DebitsService } from '../../debits/direct-debit/debits.service.js';
import { BankPayoutsService } from '../../debits/payouts/bank-payouts.service.js';
import { BankTransfersService } from '../../debits/transfers/bank-transfers.service.js';
import {
  AppQueryDto,
  ArrivingTransferDto,
  CollectionRequestDto,
  DecisionDto,
  MandateRequestDto,
  PayoutRequestDto,
  StatementQueryDto,
} from './gw3.dto.js';
import {
  collectionAnswer,
  collectionView,
  mandateView,
  payoutLine,
  payoutView,
  registrationAnswer,
  statementLine,
  transferLine,
} from './gw3.protocol.js';

const PER_PAGE = 80;

/** `GW3`, a bank that uses the codes of ISO 20022: direct debit, payouts, incoming transfers. */
@Access('server')
@Controller('gw3')
export class Gw3Controller {
  constructor(
    private readonly debits: DebitsService,
    private readonly payouts: BankPayoutsService,
    private readonly transfers: BankTransfersService,
    private readonly ledger: LedgerService,
  ) {}

  @Post('mandates')
  @HttpCode(200)
  async register(@Body() body: MandateRequestDto) {
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

  @Get('mandates/:reference')
  async mandate(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return mandateView(await this.debits.mandate(named(reference, query)));
  }

  @Post('mandates/:reference/cancellation')
  @HttpCode(200)
  async cancel(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return mandateView(await this.debits.cancel(named(reference, query)));
  }

  /** Plays the payer and the payer's bank, for tests. */
  @Post('mandates/:reference/decision')
  @HttpCode(200)
  async decide(
    @Param('reference') reference: string,
    @Query() query: AppQueryDto,
    @Body() { decision }: DecisionDto,
  ) {
    return mandateView(await this.debits.decide(named(reference, query), decision));
  }

  @Post('collections')
  @HttpCode(200)
  async collect(@Body() body: CollectionRequestDto) {
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
  async collection(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return collectionView(await this.debits.collection(named(reference, query)));
  }

  @Post('collections/:reference/reversal')
  @HttpCode(200)
  async reverse(@Param('reference') reference: string, @Query() query: AppQueryDto) {
    return collectionView(await this.debits.reverse(named(reference, query)));
  }

  @Get('statement')
  async statement(@Query() query: StatementQueryDto) {
    const range = { gateway: BANK, ...rangeOf(query) } as const;
    const { entries, more } = await this.ledger.settled(range);
    return { lines: entries.map(statementLine), more };
  }

  /** Instructions to the bank with their counts, without outcomes. */
  @Get('instructions')
  async instructions(@Query() { customer_app_id }: AppQueryDto) {
    return { instructions: await this.debits.instructions(customer_app_id) };
  }

  @Post('payouts')
  @HttpCode(200)
  async payOut(@Body() body: PayoutRequestDto) {
    const record = await this.payouts.payOut({
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
  async payout(@Param('reference') reference: string) {
    return payoutView(await this.payouts.find(reference));
  }

  /** In the place of the recipient's bank, after the payout was executed. */
  @Post('payouts/:reference/return')
  @HttpCode(200)
  async returnPayout(@Param('reference') reference: string) {
    return payoutView(await this.payouts.sendBack(reference));
  }

  @Get('payout_statement')
  async payoutStatement(@Query() query: StatementQueryDto) {
    const range = { gateway: BANK, payouts: true, ...rangeOf(query) } as const;
    const { entries, more } = await this.ledger.settled(range);
    return { lines: entries.map(payoutLine), more };
  }

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
  async transfer(@Param('reference') reference: string) {
    return transferLine(await this.transfers.find(reference));
  }

  @Get('incoming_statement')
  async incomingStatement(@Query() query: StatementQueryDto) {
    const { limit, ...range } = rangeOf(query);
    // One more than is shown tells whether there are more.
    const booked = await this.transfers.booked({ ...range, limit: limit + 1 });
    return { lines: booked.slice(0, limit).map(transferLine), more: booked.length > limit };
  }
}

function rangeOf(query: StatementQueryDto) {
  return {
    customerAppId: query.customer_app_id,
    from: new Date(query.booked_from),
    to: new Date(query.booked_to),
    after: query.after_entry,
    limit: query.page_size ?? PER_PAGE,
  };
}

function named(reference: string, { customer_app_id: customerAppId }: AppQueryDto) {
  return { reference, customerAppId };
}

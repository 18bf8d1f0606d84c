import { Body, Controller } from '@nestjs/common';
import {
  EnsureMandatePartiesRequest,
  KeepSenderAccountRequest,
  MandateParties,
  MandatePartiesOfAccountRequest,
  ReadMandatePartiesRequest,
  ReadMandatePartiesResponse,
} from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import { PaymentAccountsService } from '../../parties/payment-accounts/payment-accounts.service.js';
import { MandatePartiesReads } from './mandate-parties.reads.js';
import { MandatePartiesService } from './mandate-parties.service.js';

@Controller()
export class MandatePartiesController {
  constructor(
    private readonly parties: MandatePartiesService,
    private readonly reads: MandatePartiesReads,
    private readonly accounts: PaymentAccountsService,
  ) {}

  @InternalRoute('POST', '/internal/mandate_parties', {
    callers: ['mandate'],
    response: MandateParties,
  })
  ensure(@Body() body: EnsureMandatePartiesRequest): Promise<MandateParties> {
    return this.parties.ensure(body);
  }

  @InternalRoute('POST', '/internal/mandate_parties/of_account', {
    callers: ['mandate'],
    response: MandateParties,
  })
  ofAccount(@Body() body: MandatePartiesOfAccountRequest): Promise<MandateParties> {
    return this.reads.ofAccount(body);
  }

  @InternalRoute('POST', '/internal/sender_accounts', { callers: ['mandate'] })
  keep(@Body() body: KeepSenderAccountRequest): Promise<void> {
    return this.accounts.keepSender(body);
  }

  @InternalRoute('POST', '/internal/mandate_parties/read', {
    callers: ['mandate'],
    response: ReadMandatePartiesResponse,
  })
  read(@Body() body: ReadMandatePartiesRequest): Promise<ReadMandatePartiesResponse> {
    return this.reads.read(body);
  }
}

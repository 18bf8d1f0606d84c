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
import { EnsureMandateParties } from './ensure-mandate-parties.use-case.js';
import { FindMandateParties } from './find-mandate-parties.query.js';
import { ReadMandateParties } from './read-mandate-parties.query.js';
import { PaymentAccountsService } from '../../parties/payment-accounts/payment-accounts.service.js';

@Controller()
export class MandatePartiesController {
  constructor(
    private readonly ensureMandateParties: EnsureMandateParties,
    private readonly findMandateParties: FindMandateParties,
    private readonly accounts: PaymentAccountsService,
    private readonly readMandateParties: ReadMandateParties,
  ) {}

  @InternalRoute('POST', '/internal/mandate_parties', {
    callers: ['mandate'],
    response: MandateParties,
  })
  ensure(@Body() body: EnsureMandatePartiesRequest): Promise<MandateParties> {
    return this.ensureMandateParties.execute(body);
  }

  @InternalRoute('POST', '/internal/mandate_parties/of_account', {
    callers: ['mandate'],
    response: MandateParties,
  })
  ofAccount(@Body() body: MandatePartiesOfAccountRequest): Promise<MandateParties> {
    return this.findMandateParties.execute(body);
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
    return this.readMandateParties.execute(body);
  }
}

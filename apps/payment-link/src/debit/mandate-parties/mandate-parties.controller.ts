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
import { KeepSenderAccount } from '../../parties/payment-accounts/keep-sender-account.use-case.js';
import { EnsureMandateParties } from './ensure-mandate-parties.use-case.js';
import { FindMandateParties } from './find-mandate-parties.query.js';
import { ReadMandateParties } from './read-mandate-parties.query.js';

@Controller()
export class MandatePartiesController {
  constructor(
    private readonly ensureMandateParties: EnsureMandateParties,
    private readonly findMandateParties: FindMandateParties,
    private readonly keepSenderAccount: KeepSenderAccount,
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
    return this.keepSenderAccount.execute(body);
  }

  @InternalRoute('POST', '/internal/mandate_parties/read', {
    callers: ['mandate'],
    response: ReadMandatePartiesResponse,
  })
  read(@Body() body: ReadMandatePartiesRequest): Promise<ReadMandatePartiesResponse> {
    return this.readMandateParties.execute(body);
  }
}

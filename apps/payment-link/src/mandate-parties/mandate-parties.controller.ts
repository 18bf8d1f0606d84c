import { Body, Controller } from '@nestjs/common';
import {
  EnsureMandatePartiesRequest,
  MandateParties,
  ReadMandatePartiesRequest,
  ReadMandatePartiesResponse,
} from '@towpath/contracts';
import { InternalRoute } from '@towpath/http';
import { EnsureMandateParties } from './ensure-mandate-parties.use-case.js';
import { ReadMandateParties } from './read-mandate-parties.query.js';

@Controller()
export class MandatePartiesController {
  constructor(
    private readonly ensureParties: EnsureMandateParties,
    private readonly readParties: ReadMandateParties,
  ) {}

  @InternalRoute('POST', '/internal/mandate_parties', {
    callers: ['mandate'],
    response: MandateParties,
  })
  ensure(@Body() body: EnsureMandatePartiesRequest): Promise<MandateParties> {
    return this.ensureParties.execute(body);
  }

  @InternalRoute('POST', '/internal/mandate_parties/read', {
    callers: ['mandate'],
    response: ReadMandatePartiesResponse,
  })
  read(@Body() body: ReadMandatePartiesRequest): Promise<ReadMandatePartiesResponse> {
    return this.readParties.execute(body);
  }
}

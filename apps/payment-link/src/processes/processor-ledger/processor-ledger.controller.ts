import { Controller } from '@nestjs/common';
import { ProcessorLedgerResponse } from '@towpath/contracts';
import { Caller, Operation } from '@towpath/http';
import { ProcessorLedgerReads } from './processor-ledger.reads.js';

/** For test apps: the books of the other side, to compare with `GET /payments`. */
@Controller()
export class ProcessorLedgerController {
  constructor(private readonly ledger: ProcessorLedgerReads) {}

  @Operation('getTestProcessorLedger', { response: ProcessorLedgerResponse })
  get(@Caller() { customerAppId }: Caller) {
    return this.ledger.get(customerAppId);
  }
}

import { Controller } from '@nestjs/common';
import { ProcessorLedgerResponse } from '@towpath/contracts';
import { Caller, Operation } from '@towpath/http';
import { ReadProcessorLedger } from './read-processor-ledger.query.js';

/** For test apps: the books of the other side, to compare with `GET /payments`. */
@Controller()
export class ProcessorLedgerController {
  constructor(private readonly readProcessorLedger: ReadProcessorLedger) {}

  @Operation('getTestProcessorLedger', { response: ProcessorLedgerResponse })
  async read(@Caller() { customerAppId }: Caller): Promise<ProcessorLedgerResponse> {
    const entries = await this.readProcessorLedger.execute(customerAppId);
    return {
      payments: entries.map(({ paymentId, references, ...entry }) => ({
        payment_id: paymentId,
        references: [...references],
        ...entry,
      })),
    };
  }
}

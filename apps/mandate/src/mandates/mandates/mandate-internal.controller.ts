import { Body, Controller, Param } from '@nestjs/common';
import {
  AbandonMandateRequest,
  ImportMandateRequest,
  MandateCommandRequest,
  MandateRecord,
  MandateStanding,
  ReadMandatesRequest,
  ReadMandatesResponse,
} from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { AbandonMandate } from './abandon-mandate.use-case.js';
import { CancelMandate } from './cancel-mandate.use-case.js';
import { ImportMandate } from './import-mandate.use-case.js';
import { standingOf } from './mandate-record.view.js';
import { ReadMandates } from './read-mandates.query.js';

const callers = ['payment-link'] as const;

/** Internal operations of payment-link on mandates. */
@Controller()
export class MandateInternalController {
  constructor(
    private readonly readMandates: ReadMandates,
    private readonly importMandate: ImportMandate,
    private readonly cancelMandate: CancelMandate,
    private readonly abandonMandate: AbandonMandate,
  ) {}

  @InternalRoute('POST', '/internal/mandates/read', { callers, response: ReadMandatesResponse })
  read(@Body() asked: ReadMandatesRequest): Promise<ReadMandatesResponse> {
    return this.readMandates.execute(asked);
  }

  @InternalRoute('POST', '/internal/mandates/import', { callers, response: MandateRecord })
  import(@Body() asked: ImportMandateRequest): Promise<MandateRecord> {
    return this.importMandate.execute(asked);
  }

  @InternalRoute('POST', '/internal/mandates/{mandateId}/cancel', {
    callers,
    response: MandateStanding,
  })
  async cancel(
    @Param('mandateId') mandateId: string,
    @Body() { customer_app_id }: MandateCommandRequest,
  ): Promise<MandateStanding> {
    const app = customer_app_id as CustomerAppId;
    return standingOf(await this.cancelMandate.execute(app, mandateId));
  }

  @InternalRoute('POST', '/internal/mandates/{mandateId}/abandon', {
    callers,
    response: MandateStanding,
  })
  async abandon(
    @Param('mandateId') mandateId: string,
    @Body() { customer_app_id, reason }: AbandonMandateRequest,
  ): Promise<MandateStanding> {
    const app = customer_app_id as CustomerAppId;
    return standingOf(
      await this.abandonMandate.execute(app, mandateId, { reason: reason ?? null }),
    );
  }
}

import { Body, Controller, Param } from '@nestjs/common';
import { MandateResponse, UpdateTestMandateStatusRequest } from '@towpath/contracts/mandate';
import { Caller, Operation } from '@towpath/http';
import { DecideTestMandate } from './decide-test-mandate.use-case.js';

@Controller()
export class TestMandateController {
  constructor(private readonly decideTestMandate: DecideTestMandate) {}

  @Operation('updateTestMandateStatus', { response: MandateResponse })
  update(
    @Caller() { customerAppId }: Caller,
    @Param('mandateId') mandateId: string,
    @Body() { status }: UpdateTestMandateStatusRequest,
  ): Promise<MandateResponse> {
    return this.decideTestMandate.execute(customerAppId, mandateId, status);
  }
}

import { Body, Controller } from '@nestjs/common';
import { LinkTokenRequest, LinkTokenResponse } from '@towpath/contracts';
import { Caller, Operation } from '@towpath/http';
import { CreateLinkToken } from './create-link-token.use-case.js';

@Controller()
export class LinkTokenController {
  constructor(private readonly createLinkToken: CreateLinkToken) {}

  @Operation('generateLinkToken', { response: LinkTokenResponse })
  create(@Caller() caller: Caller, @Body() body: LinkTokenRequest): Promise<LinkTokenResponse> {
    return this.createLinkToken.execute(caller, body);
  }
}

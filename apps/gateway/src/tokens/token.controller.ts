import { Body, Controller, Req } from '@nestjs/common';
import { CustomerTokenRequest, CustomerTokenResponse } from '@towpath/contracts/gateway';
import { Operation } from '@towpath/http';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../routing/client-address.js';
import { IssueCustomerToken } from './issue-customer-token.use-case.js';
import { tokenBody } from '../signing/token-body.js';

@Controller()
export class TokenController {
  constructor(private readonly issueCustomerToken: IssueCustomerToken) {}

  @Operation('generateCustomerAccessToken', { response: CustomerTokenResponse })
  async customerToken(@Body() body: CustomerTokenRequest, @Req() request: FastifyRequest) {
    const token = await this.issueCustomerToken.execute({
      clientId: body.client_id,
      clientSecret: body.client_secret,
      address: clientAddress(request),
    });
    return tokenBody(token);
  }
}

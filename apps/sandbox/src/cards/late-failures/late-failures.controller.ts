import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { Access } from '../../base/http/access.guard.js';
import { gatewayOfPath } from '../../base/parties/parties.js';
import { AuthorizationsService } from '../authorizations/authorizations.service.js';

interface NamedAuthorization {
  readonly gateway: string;
  readonly reference: string;
}

/** Makes happen what gateways report days after a success. The gateway calls back about it. */
@Access('server')
@Controller(':gateway/late_failures')
export class LateFailuresController {
  constructor(private readonly authorizations: AuthorizationsService) {}

  /** The capture fails after its success. Repeatable. */
  @Post(':reference')
  @HttpCode(200)
  async loseCapture(@Param() { gateway, reference }: NamedAuthorization) {
    const key = { gateway: gatewayOfPath(gateway), reference };
    const { state } = await this.authorizations.loseCapture(key);
    return { reference, state };
  }

  /** A refund fails after its success. Repeatable. */
  @Post(':reference/refunds/:refund')
  @HttpCode(200)
  async reverseRefund(
    @Param() { gateway, reference, refund }: NamedAuthorization & { readonly refund: string },
  ) {
    const key = { gateway: gatewayOfPath(gateway), reference };
    const { state } = await this.authorizations.reverseRefund(key, refund);
    return { reference, state };
  }
}

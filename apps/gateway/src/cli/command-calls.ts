import type { OperationOwner } from '@towpath/contracts';
import type { OperatorClaim } from '@towpath/contracts/operator';
import type { InternalCall, InternalClient } from '@towpath/http';
import type { TokenSigner } from '../signing/token-signer.js';

export type Calls = Pick<InternalClient, 'call'>;

/**
 * Calls of a command to other services, in the name of who runs it: each has a token of its own,
 * and each service has what it did in its own audit.
 */
export class CommandCalls implements Calls {
  constructor(
    private readonly client: Calls,
    private readonly signer: Pick<TokenSigner, 'signOperator'>,
    private readonly operator: OperatorClaim,
  ) {}

  async call<T>(target: OperationOwner, call: InternalCall): Promise<T> {
    const { accessToken } = await this.signer.signOperator(this.operator, { audience: target });
    return this.client.call<T>(target, { ...call, token: accessToken });
  }
}

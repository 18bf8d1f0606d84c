import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type ClientId } from '@towpath/kernel';
import { KeyedHash, Transactions } from '@towpath/persistence';
import { CLIENT_SECRETS_KEY } from '../customer-apps/client-secret.js';
import type { CustomerApp } from '../customer-apps/domain/customer-app.js';
import { CustomerAppRepository } from '../customer-apps/persistence/customer-app.repository.js';
import { AttemptLimiter } from './attempt-limiter.js';
import {
  claimsOf,
  TOKEN_LIFETIME_S,
  TokenSigner,
  type IssuedToken,
} from '../signing/token-signer.js';

interface CustomerTokenInput {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Address of the caller, for the limit on wrong attempts. */
  readonly address: string;
}

/** Exchanges an app's credentials for a customer token that carries the app's scopes. */
@Injectable()
export class IssueCustomerToken {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppRepository,
    private readonly hashes: KeyedHash,
    private readonly signer: TokenSigner,
    private readonly limiter: AttemptLimiter,
  ) {}

  async execute(input: CustomerTokenInput): Promise<IssuedToken> {
    await this.limiter.assertAllowed(input);
    const app = await this.authenticate(input);
    if (!app) {
      await this.limiter.countFailure(input);
      throw new DomainError('UNAUTHORIZED', 'The client credentials are not valid.');
    }
    // Guesses sent side by side all pass the first look; a right one among them must not.
    await this.limiter.assertAllowed(input);
    await this.limiter.noteSuccess(input);
    return this.signer.sign(
      { ...claimsOf(app), sub: app.id, token_use: 'customer', scopes: app.profile.scopes },
      TOKEN_LIFETIME_S.customer,
    );
  }

  private async authenticate(input: CustomerTokenInput): Promise<CustomerApp | undefined> {
    const clientId = parseId<ClientId>(input.clientId);
    const found =
      clientId &&
      (await this.transactions.asWorker((tx) => this.apps.findByClientId(tx, clientId)));
    const valid = found?.secretHashes.some((stored) =>
      this.hashes.verify(CLIENT_SECRETS_KEY, { stored, value: input.clientSecret }),
    );
    return valid && found?.app.status === 'ENABLED' ? found.app : undefined;
  }
}

import { Injectable } from '@nestjs/common';
import type {
  LoginIdentityHistoryResponse,
  LoginIdentityResponse,
} from '@towpath/contracts/account-data';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { eventNameOf } from './domain/status-details.js';
import { parseLoginIdentityId } from './login-identity.errors.js';
import { loginIdentityBody, LoginIdentityViews } from './login-identity.view.js';
import { LoginIdentityRepository } from './ports.js';
import { ReadLoginIdentity } from './read-login-identity.js';

/** One login identity of the app. */
@Injectable()
export class GetLoginIdentity {
  constructor(
    private readonly transactions: Transactions,
    private readonly read: ReadLoginIdentity,
    private readonly identities: LoginIdentityRepository,
    private readonly views: LoginIdentityViews,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawLoginIdentityId: string,
  ): Promise<LoginIdentityResponse> {
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    const { snapshot } = await this.transactions.forApp(customerAppId, (tx) =>
      this.read.find(tx, loginIdentityId),
    );
    return this.views.body(snapshot);
  }

  /** With everything that happened to it, oldest first. */
  async history(
    customerAppId: CustomerAppId,
    rawLoginIdentityId: string,
  ): Promise<LoginIdentityHistoryResponse> {
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const { snapshot } = await this.read.find(tx, loginIdentityId);
      const changes = await this.identities.history(tx, loginIdentityId);
      return {
        login_identity: loginIdentityBody(snapshot),
        status_history: changes.map(({ command, reason, occurredAt }) => ({
          event_name: eventNameOf(command, reason).eventName,
          event_date: occurredAt.toISOString(),
        })),
      };
    });
  }
}

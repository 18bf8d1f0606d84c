import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { CustomerAppViews } from '@towpath/persistence';

/** The registered redirect URIs of a customer app. */
@Injectable()
export class RedirectUris {
  constructor(private readonly apps: CustomerAppViews) {}

  /** Throws INVALID_REDIRECT_URI for one that is not registered, character by character. */
  async assertRegistered(customerAppId: CustomerAppId, redirectUri: string): Promise<void> {
    if ((await this.registered(customerAppId)).includes(redirectUri)) return;
    throw new DomainError('INVALID_REDIRECT_URI', 'redirect_uri must be a registered one.');
  }

  async registered(customerAppId: CustomerAppId): Promise<readonly unknown[]> {
    const app = await this.apps.get(customerAppId);
    const registered = app?.settings['redirect_uris'];
    return Array.isArray(registered) ? registered : [];
  }
}

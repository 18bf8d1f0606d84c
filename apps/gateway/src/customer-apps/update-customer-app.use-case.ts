import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { ChangeCustomerApp, type CustomerAppCommandInput } from './change-customer-app.js';
import { checkedProfile, mergedSettings } from './customer-app-profile.js';
import type { CustomerApp, CustomerAppProfile } from './domain/customer-app.js';

interface UpdateCustomerAppInput extends CustomerAppCommandInput {
  /** Scopes and redirect URIs replace existing ones; settings are merged, and `''` removes one. */
  readonly changes: Partial<CustomerAppProfile>;
}

/**
 * Changes name, scopes, redirect URIs or branding. New scopes count from the next token on; where
 * one is taken away, the tokens there are end.
 */
@Injectable()
export class UpdateCustomerApp {
  constructor(private readonly customerApps: ChangeCustomerApp) {}

  async execute({ id, changes, actor }: UpdateCustomerAppInput): Promise<CustomerApp> {
    if (Object.keys(changes).length === 0) {
      throw new DomainError('INVALID_REQUEST', 'There is nothing to change.');
    }
    return this.customerApps.run({ id, actor, details: { ...changes } }, (app, { tx }) => {
      const settings = mergedSettings(app.profile.settings, changes.settings ?? {});
      app.update(checkedProfile({ ...app.profile, ...changes, settings }), tx.systemNow);
    });
  }
}

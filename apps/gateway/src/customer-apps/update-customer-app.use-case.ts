import { Injectable } from '@nestjs/common';
import { ChangeCustomerApp, type CustomerAppCommandInput } from './change-customer-app.js';
import { assertProfile } from './create-customer-app.use-case.js';
import type { CustomerApp, CustomerAppProfile } from './domain/customer-app.js';

export interface UpdateCustomerAppInput extends Omit<CustomerAppCommandInput, 'audit'> {
  readonly changes: Partial<CustomerAppProfile>;
  readonly actor: string;
}

/** Changes name, scopes, redirect URIs or branding. New scopes count from the next token on. */
@Injectable()
export class UpdateCustomerApp {
  static readonly errors = ['INVALID_REQUEST'] as const;

  constructor(private readonly customerApps: ChangeCustomerApp) {}

  execute({ id, changes, actor }: UpdateCustomerAppInput): Promise<CustomerApp> {
    const audit = { actor, details: { ...changes } };
    return this.customerApps.run({ id, audit }, (app, { tx }) => {
      assertProfile({ ...app.profile, ...changes });
      app.update(changes, tx.systemNow);
    });
  }
}

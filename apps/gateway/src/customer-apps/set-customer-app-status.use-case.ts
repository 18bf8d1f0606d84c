import { Injectable } from '@nestjs/common';
import { assertUnreachable } from '@towpath/kernel';
import { ChangeCustomerApp, type CustomerAppCommandInput } from './change-customer-app.js';
import type { CustomerApp } from './domain/customer-app.js';

interface SetCustomerAppStatusInput extends CustomerAppCommandInput {
  readonly command: 'disable' | 'enable' | 'enable-live';
}

/** Disables or enables an app, or changes a test app to a live one. */
@Injectable()
export class SetCustomerAppStatus {
  constructor(private readonly customerApps: ChangeCustomerApp) {}

  execute({ id, command, actor }: SetCustomerAppStatusInput): Promise<CustomerApp> {
    return this.customerApps.run({ id, actor }, (app, { tx }) => {
      switch (command) {
        case 'disable':
          return app.disable(tx.systemNow);
        case 'enable':
          return app.enable(tx.systemNow);
        case 'enable-live':
          return app.enableLive(tx.systemNow);
        default:
          return assertUnreachable(command);
      }
    });
  }
}

import { Injectable } from '@nestjs/common';
import { CustomerAppDirectory, type KnownCustomerApp } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { CustomerAppViews } from '@towpath/persistence';

/** The gateway's own view is written with the app itself: it is never behind. */
@Injectable()
export class OwnCustomerAppDirectory extends CustomerAppDirectory {
  constructor(private readonly views: CustomerAppViews) {
    super();
  }

  override async find(customerApp: CustomerAppId): Promise<KnownCustomerApp | undefined> {
    const view = await this.views.get(customerApp);
    return (
      view && {
        customerAppId: view.customerAppId,
        appType: view.appType,
        enabled: view.status === 'ENABLED',
        credentialGeneration: view.credentialGeneration,
      }
    );
  }
}

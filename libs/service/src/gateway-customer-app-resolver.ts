import { gatewayDirectory, InternalClient, type ViewsCustomerAppDirectory } from '@towpath/http';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { CustomerAppId } from '@towpath/kernel';
import { CustomerAppResolver } from '@towpath/messaging';

/** Asks the gateway for a customer app and stores the answer as this service's view. */
@Injectable()
export class GatewayCustomerAppResolver extends CustomerAppResolver {
  private directory: ViewsCustomerAppDirectory | undefined;

  constructor(
    private readonly client: InternalClient,
    private readonly modules: ModuleRef,
  ) {
    super();
  }

  /** False also when the gateway cannot be asked now: the next event or request asks again. */
  override async resolve(app: CustomerAppId): Promise<boolean> {
    return this.known.refresh(app).catch(() => false);
  }

  override async confirm(app: CustomerAppId): Promise<void> {
    await this.known.refresh(app);
  }

  private get known(): ViewsCustomerAppDirectory {
    return (this.directory ??= gatewayDirectory(this.client, this.modules));
  }
}

import type { OperationOwner } from '@towpath/contracts';
import { serviceCredentials } from '@towpath/http';
import { FileKeyProvider } from '@towpath/persistence';
import type { SystemLayout } from '@towpath/local-system';
import { ApiClient, type ApiAnswer, type ApiRequest } from './api-client.js';

/** Addresses of the services for each other. */
export interface PeerNetwork {
  readonly layout: Pick<SystemLayout, 'keysDir'>;
  service(name: string): { readonly internalUrl: string };
}

/** One service as the others meet it: with a token of the mint, at ports that are never public. */
export class ServicePeer {
  private readonly keys: FileKeyProvider;

  constructor(
    private readonly network: PeerNetwork,
    private readonly service: OperationOwner,
  ) {
    this.keys = new FileKeyProvider({ service, folder: network.layout.keysDir });
  }

  async send<T = unknown>(
    to: OperationOwner,
    request: Omit<ApiRequest, 'token'>,
  ): Promise<ApiAnswer<T>> {
    const mint = new ApiClient(this.network.service('gateway').internalUrl);
    const { access_token: token } = await mint.call<{ access_token: string }>({
      method: 'POST',
      path: '/internal/tokens/service',
      headers: { authorization: serviceCredentials(this.service, this.keys) },
      body: { audience: to },
    });
    return new ApiClient(this.network.service(to).internalUrl).send<T>({ ...request, token });
  }
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusal } from '../failure.js';
import { until } from '../until.js';
import type { TestShop } from './test-shop.js';

const GONE = 410;

export async function testsEndpoint({ towpath }: TestShop): Promise<{ event_id: string }> {
  const { webhook_endpoints: endpoints } = await towpath.listWebhookEndpoints();
  const [endpoint] = endpoints;
  if (!endpoint) throw new Refusal('The app has no webhook endpoint to test.');
  const { webhook_endpoint_id: webhookEndpointId } = endpoint;
  return towpath.testWebhookEndpoint({ path: { webhookEndpointId } });
}

/** An endpoint that says that it is gone is disabled at once. */
export async function disablesEndpoint({ towpath }: TestShop): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(GONE).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { webhook_endpoint_id: webhookEndpointId } = await towpath.createWebhookEndpoint({
    body: { url: `http://127.0.0.1:${port}/gone`, event_types: ['WEBHOOK_TEST'] },
  });
  const path = { webhookEndpointId };
  try {
    await towpath.testWebhookEndpoint({ path });
    await until('The end of the endpoint', async () => {
      const { enabled } = await towpath.getWebhookEndpoint({ path });
      return enabled ? undefined : true;
    });
  } finally {
    await towpath.deleteWebhookEndpoint({ path });
    server.closeAllConnections();
    server.close();
  }
  return webhookEndpointId;
}

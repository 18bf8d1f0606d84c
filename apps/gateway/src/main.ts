import { loadConfig } from '@towpath/config';
import { listen, runMain } from '@towpath/http';
import { createGateway } from './create-gateway.js';
import { GatewayConfig } from './gateway.config.js';

await runMain(async () => {
  const app = await createGateway(loadConfig(GatewayConfig));
  await listen(app);
  return app;
});

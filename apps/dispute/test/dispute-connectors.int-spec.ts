import { gw1Wire } from '../src/processors/sandbox/gw1.wire.js';
import { gw2Wire } from '../src/processors/sandbox/gw2.wire.js';
import { gw4Wire } from '../src/processors/sandbox/gw4.wire.js';
import { SandboxHttp } from '../src/processors/sandbox/sandbox-http.js';
import { SandboxProcessor } from '../src/processors/sandbox/sandbox-processor.js';
import { describeDisputeConnector } from './describe-dispute-connector.fixture.js';
import { BOOKS_SECRET, START_MS, TestProcessors } from './sandbox-processors.fixture.js';

let processors: TestProcessors;
let reached: SandboxHttp;
const away = new SandboxHttp({ baseUrl: 'http://127.0.0.1:9', secret: BOOKS_SECRET });

beforeAll(async () => {
  processors = await TestProcessors.start();
  reached = new SandboxHttp({ baseUrl: processors.url, secret: BOOKS_SECRET });
}, START_MS);
afterAll(async () => {
  await Promise.all([reached?.close(), away.close()]);
  await processors?.stop();
});

for (const wire of [gw1Wire, gw2Wire, gw4Wire]) {
  const through = (http: SandboxHttp) =>
    new SandboxProcessor({ wire, http, secrets: [BOOKS_SECRET] });
  describeDisputeConnector(wire.integrationId, () => ({
    connector: through(reached),
    away: through(away),
    captured: (customerAppId, count) =>
      processors.captured(wire.integrationId, { customerAppId, count }),
    contest: (payment) => through(reached).openDispute({ ...payment, isDefendable: true }),
    freezeClock: (customerAppId, at) => processors.freezeClock(customerAppId, at),
  }));
}

import { cardGatewayChecks } from './card-gateway-checks.fixture.js';
import type { Capability, ConnectedGateway } from './connected-gateway.fixture.js';

/** @param lacks what this gateway cannot do, so that nothing is tried of it */
export function describeCardGatewayConnector(
  name: string,
  subject: () => ConnectedGateway,
  lacks: readonly Capability[] = [],
): void {
  describe(`card gateway connector ${name}`, () => {
    for (const check of cardGatewayChecks(subject))
      if (!check.needs || !lacks.includes(check.needs)) it(check.name, check.run);
  });
}

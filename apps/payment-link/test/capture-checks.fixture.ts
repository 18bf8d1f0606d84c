import { CARDS } from './cards.fixture.js';
import type { CheckList } from './check-list.fixture.js';
import { requestsTo, type ConnectedGateway } from './connected-gateway.fixture.js';

const REFUSED = ['CAPTURE_FAILED', 'PAYMENT_METHOD_DECLINED'];

/** What every card gateway says of captures that its bank refuses, and of decisions that it waits for. */
export function addCaptureChecks(checks: CheckList, subject: () => ConnectedGateway): void {
  const { gateway, typed, settled } = requestsTo(subject);

  checks.it(
    'reports an open decision, and a failed capture',
    async () => {
      const late = await typed(subject().late ?? CARDS.late);
      expect((await gateway().authorize(late)).gatewayStatus).toBe('PENDING');
      expect((await gateway().find(late)).gatewayStatus).toBe('PENDING');
      const failing = await typed(subject().captureFails ?? CARDS.captureFails);
      await gateway().authorize(failing);
      const { gatewayStatus, failure } = await gateway().capture(failing);
      expect([gatewayStatus, failure?.code]).toEqual(REFUSED);
      expect((await gateway().find(failing)).gatewayStatus).toBe('CAPTURE_FAILED');
      expect(await settled(failing.reference)).toEqual([]);
    },
    'failing-captures',
  );

  checks.it(
    'reports a capture that failed after its success, and lists its money as taken back',
    async () => {
      const request = await typed(CARDS.good);
      await gateway().authorize(request);
      expect((await gateway().capture(request)).gatewayStatus).toBe('CAPTURED');
      await subject().loseCapture?.(request);
      const { gatewayStatus, failure } = await gateway().find(request);
      expect([gatewayStatus, failure?.code]).toEqual(REFUSED);
      const lines = await settled(request.reference);
      expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['CHARGE', 12_345],
        ['RETURN', 12_345],
      ]);
    },
    'lost-captures',
  );
}

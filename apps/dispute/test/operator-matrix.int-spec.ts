import type { OperatorClaim, SeeResourceResponse } from '@towpath/contracts/operator';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import { describeOperatorMatrix, OperatorAt } from '@towpath/testing';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { gw1Body, signed } from './processor.fixture.js';
import { StandInProcessor } from './stand-in-processor.fixture.js';

let service: TestDisputes;
let processor: StandInProcessor;
let app: TestApp;
let dispute: DisputeResponse;
beforeAll(async () => {
  processor = await StandInProcessor.start();
  service = await TestDisputes.start({ sandboxUrl: processor.url });
  app = await service.customerApp();
  const body = gw1Body({ app, paymentId: service.payments.add(app), amount: 12_500 });
  processor.keep(body);
  await service.notify('gw1', signed('gw1', body));
  const [found] = await app.disputes();
  if (!found) throw new Error('the dispute did not arrive');
  dispute = found;
  await service.query(
    `UPDATE disputes SET report = report || '{"issuerComments": {"note": "private"}}'`,
  );
  await service.query(
    `INSERT INTO reconciliation_differences (customer_app_id, difference_id, app_type,
       integration_id, subject, side, kind, ours, theirs, found_at)
     VALUES ($1, $2, 'TEST', 'GW1', 'unknown', 'DISPUTE', 'MISSING_HERE', '[]', '[]', now())`,
    [app.id, acts.id],
  );
}, START_MS);
afterAll(async () => {
  await service?.end();
  await processor?.stop();
});

const as = (claim: Partial<OperatorClaim>) => {
  const { gateway, internalUrl } = service;
  return new OperatorAt({ service: 'dispute', gateway, internalUrl }, claim);
};
const place = () => ({ kind: 'dispute', customerAppId: app.id, id: dispute.dispute_id });

const acts = { action: 'resolve_dispute_difference', id: 'difference-1' } as const;
describeOperatorMatrix(() => ({ as, ...place(), masked: 'issuer_comments', acts }));

describe('a dispute that an operator sees', () => {
  it.each(['viewer', 'operator', 'admin'] as const)(
    'masks what has no mark for the role %s',
    async (role) => {
      const { body } = await as({ role }).ask<SeeResourceResponse>('seeResource', {
        path: place(),
      });
      expect(body.masked).toEqual(['issuer_comments']);
      expect(JSON.stringify(body)).not.toContain('private');
    },
  );
});

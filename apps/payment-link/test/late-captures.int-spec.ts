import { jest } from '@jest/globals';
import { CardGatewayRegistry } from '../src/cards/card-gateways/ports.js';
import { MeasureLateCaptures } from '../src/processes/late-captures/measure-late-captures.job.js';
import { CARDS, Payer } from './payer.fixture.js';
import { TestPaymentLink } from './payment-link.fixture.js';
import { PreparingGateway } from './preparing-gateway.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';

const MINUTE_MS = 60_000;

let service: TestPaymentLink;
beforeAll(async () => {
  service = await TestPaymentLink.start();
}, START_MS);
afterAll(() => service?.end());
afterEach(() => jest.restoreAllMocks());

it('captures that have not ended for an hour are counted until they end', async () => {
  const gateway = new PreparingGateway();
  jest.spyOn(service.app.get(CardGatewayRegistry), 'find').mockReturnValue(gateway);
  const app = await service.customerApp(['HKD']);
  const late = service.app.get(MeasureLateCaptures);
  const payer = await Payer.of(app, {} as TestSandbox);
  gateway.lost.add('before capture');
  const { body } = await payer.select();
  const token = gateway.tokenize(CARDS.good);
  await payer.submitToken(body.attempt_id, { token, last4: '4242' });
  await app.moveClock(59 * MINUTE_MS);
  expect(await late.measure()).toBe(0);
  await app.moveClock(61 * MINUTE_MS);
  expect(await late.measure()).toBe(1);
  await service.dueJobs.runFor(app.id);
  await payer.reaches('COMPLETE');
  expect(await late.measure()).toBe(0);
});

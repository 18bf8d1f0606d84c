import { CARDS, Payer } from './payer.fixture.js';
import { TestPaymentLink } from './payment-link.fixture.js';
import { Payer as Payee } from './payouts.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
let service: TestPaymentLink;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());

it('counts moves of links, attempts and payments, and answers of gateways, at /metrics', async () => {
  const payer = await Payer.of(await service.customerApp(['HKD']), sandbox);
  await payer.pay(CARDS.good);
  const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const moves = text.split('\n').filter((line) => line.startsWith('state_machine_moves_total{'));
  const countOf = (machine: string, to: string) => {
    const line = moves.find((each) => each.includes(`"${machine}"`) && each.includes(`to="${to}"`));
    return Number(line?.split(' ').at(-1));
  };
  expect([countOf('payment link', 'CREATED'), countOf('payment link', 'PAID')]).toEqual([1, 1]);
  expect(countOf('payment attempt', 'SUCCEEDED')).toBe(1);
  expect(countOf('payment', 'EXECUTED')).toBe(1);
  const gw1 = 'kind="card gateway",integration="GW1"';
  expect(text).toMatch(
    new RegExp(`^connector_calls_total{${gw1},call="capture",outcome="CAPTURED",.*} 1$`, 'm'),
  );
});

it('counts and times payouts like cards', async () => {
  const payee = await Payee.of(await service.customerApp([]));
  const { body } = await payee.create();
  await payee.ends(body.payout_id, 'EXECUTED');
  const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const gw3 = 'kind="bank of payouts",integration="GW3"';
  expect(text).toMatch(new RegExp(`^connector_calls_total{${gw3},call="send",.*} 1$`, 'm'));
  expect(text).toMatch(new RegExp(`^connector_call_seconds_count{.*${gw3}.*} [1-9]`, 'm'));
});

import type { MandateLinkResponse } from '@towpath/contracts/mandate';
import type { PartResult } from '../figures.js';
import { openLoop } from '../load/open-loop.js';
import { Shop } from '../load/shop.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const RATE = 50;
const WARM_UP = 100;
const AIM_MS = 50;
const TYPED = ['tset bnak', 'harbor lantren', 'quilstone', 'nothing of the kind'];

/** (l) What a payer waits for the banks that match what was typed, with typos. */
export async function searchInstitutions(stage: Stage): Promise<PartResult> {
  const shop = await Shop.open(stage, 'Bench l');
  const token = await tokenOfPage(shop);
  const search = (typed: string) =>
    stage.http.send({
      method: 'GET',
      path: `/mandates/hosted/institutions?query=${encodeURIComponent(typed)}`,
      token,
    });
  const measure = (count: number) => {
    const items = Array.from({ length: count }, (_, index) => TYPED[index % TYPED.length] ?? '');
    return openLoop({ items, rate: RATE, work: search });
  };
  await measure(WARM_UP);
  const samples = await measure(RATE * stage.seconds);
  return {
    part: 'l',
    title: 'Search of institutions',
    figures: [
      {
        id: 'p50_ms',
        name: 'answer to what was typed, p50',
        value: percentile(samples, 0.5),
        unit: 'ms',
      },
      {
        id: 'p99_ms',
        name: 'answer to what was typed, p99',
        value: percentile(samples, 0.99),
        unit: 'ms',
        aim: { is: 'at most', value: AIM_MS },
      },
    ],
    plots: [
      {
        kind: 'curves',
        title: 'Search of institutions',
        unit: 'ms',
        curves: [{ label: 'with typos', samples }],
      },
    ],
  };
}

async function tokenOfPage({ merchant, accountId }: Shop): Promise<string> {
  const { mandate_id: mandateId } = await merchant.call<{ mandate_id: string }>({
    method: 'POST',
    path: '/mandates',
    body: {
      recipient_account: { account_id: accountId },
      sender: { email: 'payer@example.com' },
      mandate_details: { currency: 'HKD' },
    },
  });
  const link = await merchant.call<MandateLinkResponse>({
    method: 'POST',
    path: '/mandates/link',
    body: { mandate_id: mandateId },
  });
  return link.access_token;
}

import { createHmac } from 'node:crypto';
import { CustomerAppViews } from '@towpath/persistence';
import { linkBody, Payer } from './payer.fixture.js';
import { PAGES_URL, send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { GATEWAY_SECRET, START_MS, type TestSandbox } from './sandbox.fixture.js';

/** Nobody types a card here. */
const nobody = undefined as unknown as TestSandbox;
const SHOP = 'https://shop.example';
const TILL = 'https://till.example';

let service: TestPaymentLink;
beforeAll(async () => {
  service = await TestPaymentLink.start();
}, START_MS);
afterAll(() => service?.end());

let sequence = 1;

async function appWith(settings: Record<string, unknown>, status = 'ENABLED') {
  const app = await service.customerApp(['HKD', 'USD', 'TWD']);
  await tell(app, settings, status);
  return app;
}

async function tell(app: TestCustomerApp, settings: Record<string, unknown>, status: string) {
  sequence += 1;
  const views = service.app.get(CustomerAppViews);
  const known = await views.get(app.id);
  if (!known) throw new Error('the app is unknown');
  const view = { ...known, settings, status, sequence };
  await service.transactions.asWorker((tx) => views.upsert(tx, view));
}

const page = (members: object) => linkBody({ link_customizations: members });

async function originsOf(app: TestCustomerApp, linkId: string, appId: string = app.id) {
  const token = await service.gateway.sign({
    customer_app_id: '',
    sub: 'gateway',
    token_use: 'service',
    aud: 'payment-link',
  });
  const path = `/internal/payment_links/${linkId}/embedding_origins?customer_app_id=${appId}`;
  return send<{ origins?: string[] }>(service.internalUrl, { route: `GET ${path}`, token });
}

describe('the sites that may frame the page of a link', () => {
  it('are those of the app and the one of the link, each link its own', async () => {
    const app = await appWith({ redirect_uris: [`${SHOP}/back`, 'shopapp://back'] });
    const plain = await Payer.of(app, nobody);
    const own = await Payer.of(app, nobody, page({ redirect_uri: `${TILL}/done` }));
    expect((await originsOf(app, plain.linkId)).body).toEqual({ origins: [SHOP] });
    expect((await originsOf(app, own.linkId)).body).toEqual({ origins: [SHOP, TILL] });
  });

  it('are none of a disabled app', async () => {
    const app = await appWith({ redirect_uris: [`${SHOP}/back`] });
    const payer = await Payer.of(app, nobody);
    await tell(app, { redirect_uris: [`${SHOP}/back`] }, 'DISABLED');
    expect((await originsOf(app, payer.linkId)).body).toEqual({ origins: [] });
  });

  it('are not shown for a link of another app', async () => {
    const app = await appWith({});
    const other = await appWith({});
    const payer = await Payer.of(app, nobody);
    expect((await originsOf(app, payer.linkId, other.id)).status).toBe(400);
    expect((await originsOf(app, 'x')).status).toBe(400);
  });

  it('are passed to the card fields too, with a signature', async () => {
    const app = await appWith({ redirect_uris: [`${SHOP}/back`] });
    const payer = await Payer.of(app, nobody, page({ redirect_uri: `${TILL}/done` }));
    const { body } = await payer.select();
    const { searchParams } = new URL(body.card_fields_url ?? '');
    const within = `${SHOP} ${TILL}`;
    expect(searchParams.get('within')).toBe(within);
    const content = [body.attempt_id, PAGES_URL, within].join('\n');
    const proof = createHmac('sha256', GATEWAY_SECRET).update(content).digest('base64url');
    expect(searchParams.get('proof')).toBe(proof);
  });

  it('are left out for a link without sites', async () => {
    const { body } = await (await Payer.of(await appWith({}), nobody)).select();
    expect(body.card_fields_url).not.toContain('within');
  });
});

describe('the country of a link', () => {
  it.each([
    [{}, 'HKD', 'HKG', 'zh-HK'],
    [{}, 'USD', undefined, 'zh-CN'],
    [{}, 'TWD', undefined, 'zh-CN'],
    [{ country: 'HKG' }, 'USD', 'HKG', 'zh-HK'],
    [{ country: 'SGP' }, 'HKD', 'SGP', 'zh-CN'],
  ])('of an app with %j in %s is %s, its card fields %s', async (...row) => {
    const [settings, currency, country, locale] = row;
    const app = await appWith(settings);
    const body = linkBody({ currency, link_customizations: { language: 'zh' } });
    const payer = await Payer.of(app, nobody, body);
    expect((await payer.view()).country).toBe(country);
    const { body: selected } = await payer.select();
    expect(new URL(selected.card_fields_url ?? '').searchParams.get('lang')).toBe(locale);
  });
});

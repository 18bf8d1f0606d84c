import { PDFDocument } from '@cantoo/pdf-lib';
import type { StatementLinksResponse, StatementsResponse } from '@towpath/contracts/account-data';
import type { CustomerAppId } from '@towpath/kernel';
import { PUBLIC_URL, TestAccountData } from './account-data.fixture.js';
import { accountRow, TestLogin } from './retrieved-data.fixture.js';

let service: TestAccountData;
let app: CustomerAppId;
let login: TestLogin;
beforeAll(async () => {
  service = await TestAccountData.start();
  app = await service.customerApp();
});
afterAll(() => service?.end());
beforeEach(async () => {
  login = await TestLogin.link(service, app);
});

const accounts = [accountRow()];

async function pdf(text: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(text);
  document.addPage();
  return Buffer.from(await document.save());
}

describe('statements', () => {
  const statement = async (month: string) => ({
    accountKey: 'a1',
    statementKey: month,
    date: `${month}-28`,
    name: `Statement ${month}`,
    file: await pdf(month),
  });
  const download = (url: string) => service.fetch(url.slice(PUBLIC_URL.length), {});

  it('are files behind signed links, alone and all in one', async () => {
    const statements = [await statement('2026-08'), await statement('2026-09')];
    await login.store({ accounts, statements });
    await login.store({ accounts, statements });
    const { body } = await login.get<StatementsResponse>('/statements');
    expect(body.statements.map(({ date }) => date)).toEqual(['2026-09-28', '2026-08-28']);
    const path = `/statements/${body.statements[1]?.id}`;
    const linked = await login.get<StatementLinksResponse>(`${path}?redirect=false`);
    const [link] = linked.body.statement_links;
    const inMs = Date.parse(link?.expiry ?? '') - Date.now();
    expect(inMs).toBeGreaterThan(14 * 60_000);
    expect(inMs).toBeLessThanOrEqual(15 * 60_000);
    const file = await download(link?.url ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(statements[0]?.file);
    const all = await login.get<{ url: string }>('/composite_statement?redirect=false');
    const whole = await (await download(all.body.url)).arrayBuffer();
    expect((await PDFDocument.load(whole)).getPageCount()).toBe(2);
    const moved = await service.fetch(path, { authorization: `Bearer ${login.token}` }, 'manual');
    expect(moved.status).toBe(307);
    expect(moved.headers.get('location')).toContain(`${PUBLIC_URL}/files/`);
    const forged = await download((link?.url ?? '').replace(/.{4}$/u, 'AAAA'));
    expect(forged.status).toBe(400);
  });
});

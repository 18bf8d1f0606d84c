/** @proves getStatements, getStatement, downloadStatementFile, getCompositeStatement */
import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import type { StatementLinksResponse, StatementsResponse } from '@towpath/contracts/account-data';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import { forged } from '@towpath/testing';
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { RetrievedDataService } from '../src/data/retrieved-data/retrieved-data.service.js';
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

  it('are files behind signed links, each alone and all in one file', async () => {
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
    const altered = await download(forged(link?.url ?? ''));
    expect(altered.status).toBe(400);
  });
});

/** Requests that are answered while a file unpacks, which takes seconds. */
const ANSWERS = 5;

/** A statement of the bank. */
const named = (name: string, file: Buffer) => ({
  accountKey: 'a1',
  statementKey: name,
  date: `2026-${name}-28`,
  name: `Statement ${name}`,
  file,
});

async function manyPages(count: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < count; page += 1) document.addPage();
  return Buffer.from(await document.save());
}

/** A small file that unpacks to so many megabytes. */
function bomb(megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1_000_000, ' '));
  const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  const tail = '\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n%%EOF';
  return Buffer.concat([Buffer.from(head), packed, Buffer.from(tail)]);
}

const rowsOf = (of: TestLogin) =>
  service.part(Transactions).forApp(of.customerAppId, (tx) =>
    tx.query(
      byValues(`SELECT composite_id, part, sealed FROM composite_statements
         WHERE login_identity_id = $1 ORDER BY part`),
      [of.loginIdentityId],
    ),
  ) as Promise<{ composite_id: string; part: number; sealed: Buffer }[]>;

async function link(of = login): Promise<string> {
  const { body } = await of.get<{ url: string }>('/composite_statement?redirect=false');
  return body.url.slice(PUBLIC_URL.length);
}

async function wholeOf(of = login): Promise<Buffer> {
  const answer = await service.fetch(await link(of), {});
  expect(answer.status).toBe(200);
  const whole = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-length')).toBe(String(whole.length));
  return whole;
}

const pagesOf = async (whole: Buffer) => (await PDFDocument.load(whole)).getPageCount();

/** What a reader sees, as far as our own pages go. */
async function textOf(whole: Buffer): Promise<string> {
  const document = await PDFDocument.load(whole);
  const texts = document.getPages().map((page) => {
    const { Contents } = page.node.normalizedEntries();
    const streams = Contents?.asArray().map((each) => document.context.lookup(each)) ?? [];
    return streams.map((each) =>
      each instanceof PDFRawStream
        ? Buffer.from(decodePDFRawStream(each).decode()).toString('latin1')
        : '',
    );
  });
  const hex = texts
    .flat(2)
    .join()
    .matchAll(/<([0-9A-F]+)> Tj/gu);
  return [...hex].map(([, text = '']) => Buffer.from(text, 'hex').toString('latin1')).join('\n');
}

describe('the file of all statements', () => {
  it('is made once, and again when a retrieval brings another statement', async () => {
    await login.store({ accounts, statements: [named('08', await pdf('08'))] });
    const path = await link();
    const answers = await Promise.all([service.fetch(path, {}), service.fetch(path, {})]);
    const [one, two] = await Promise.all(answers.map((each) => each.arrayBuffer()));
    expect(Buffer.from(one!)).toEqual(Buffer.from(two!));
    const before = await rowsOf(login);
    expect(await wholeOf()).toEqual(Buffer.from(one!));
    expect(await rowsOf(login)).toEqual(before);
    await login.store({ accounts, statements: [named('09', await pdf('09'))] });
    expect(await pagesOf(await wholeOf())).toBe(2);
    const after = await rowsOf(login);
    expect(after.map(({ part }) => part)).toEqual([0]);
    expect(after[0]?.composite_id).not.toBe(before[0]?.composite_id);
  });

  it('is kept encrypted in parts, and is erased with its login identity', async () => {
    const large = await PDFDocument.create();
    large.addPage();
    await large.attach(Buffer.from(randomBytes(2_500_000)), 'a.bin');
    const files = [named('08', Buffer.from(await large.save())), named('09', await pdf('09'))];
    await login.store({ accounts, statements: files });
    const whole = await wholeOf();
    expect(await pagesOf(whole)).toBe(2);
    const rows = await rowsOf(login);
    expect(rows.length).toBe(Math.ceil(whole.length / 1024 ** 2));
    expect(Buffer.concat(rows.map(({ sealed }) => sealed)).includes('%PDF')).toBe(false);
    const path = await link();
    const { customerAppId, loginIdentityId } = login;
    await service.part(RetrievedDataService).erase({ customerAppId, loginIdentityId });
    expect(await rowsOf(login)).toEqual([]);
    expect((await service.fetch(path, {})).status).toBe(400);
  });

  it('names broken, too long and too large files, and contains the others', async () => {
    const statements = [
      named('01', await pdf('01')),
      named('02', Buffer.from('no PDF at all')),
      named('03', await manyPages(501)),
      named('04', Buffer.alloc(9 * 1024 ** 2)),
      named('05', await manyPages(2)),
    ];
    await login.store({ accounts, statements });
    const whole = await wholeOf();
    expect(await pagesOf(whole)).toBe(1 + 3 + 2);
    const text = await textOf(whole);
    const { body } = await login.get<StatementsResponse>('/statements');
    for (const [month, reason] of [
      ['02', 'it cannot be read'],
      ['03', 'it has too many pages'],
      ['04', 'it is too large'],
    ]) {
      const id = body.statements.find(({ name }) => name === `Statement ${month}`)?.id;
      expect(text).toContain(`"Statement ${month}" of 2026-${month}-28 is not part of this file`);
      expect(text).toContain(reason);
      expect(text).toContain(id);
    }
    expect(text).not.toContain('Statement 01');
  });

  it('delays no request while a hostile file unpacks, and names that file', async () => {
    const statements = [
      named('01', await pdf('01')),
      named('02', bomb(600)),
      named('03', await pdf('03')),
    ];
    await login.store({ accounts, statements });
    const path = await link();
    // None ends before all have come.
    let isMade = false;
    const making = Promise.all(Array.from({ length: 24 }, () => service.fetch(path, {})));
    const downloads = making.finally(() => (isMade = true));
    let answered = 0;
    while (!isMade && answered < ANSWERS) {
      expect((await login.get('/accounts')).status).toBe(200);
      answered += 1;
    }
    expect([isMade, answered]).toEqual([false, ANSWERS]);
    const statuses = (await downloads).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(22);
    await Promise.all((await downloads).map((each) => each.arrayBuffer()));
    const whole = await wholeOf();
    expect(await pagesOf(whole)).toBe(3);
    const text = await textOf(whole);
    expect(text).toContain('"Statement 02" of 2026-02-28 is not part of this file: it took too');
  });
});

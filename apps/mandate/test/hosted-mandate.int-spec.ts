/**
 * @proves openHostedMandateSession, extendHostedMandateSession, getHostedMandateView
 * @proves listHostedMandateInstitutions, leaveHostedMandate
 */
import { jest } from '@jest/globals';
import type { HostedSessionResponse } from '@towpath/contracts';
import type {
  HostedInstitutionsResponse,
  HostedMandateView,
  MandateLinkResponse,
} from '@towpath/contracts/mandate';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { forged, MandatePayer, RIGHT_OTP, TYPED, type ChecklistEntry } from '@towpath/testing';
import { decodeJwt } from 'jose';
import { createHash } from 'node:crypto';
import { AuthorizingShop, codeOf, type Refusal } from './mandate-authorization.fixture.js';

jest.setTimeout(240_000);

let system: RunningSystem;
let shop: AuthorizingShop;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await AuthorizingShop.open(system);
});

const view = ({ api, token }: MandatePayer): Promise<HostedMandateView> =>
  api.call({ method: 'GET', path: '/mandates/hosted/view', token });

const search = ({ api, token }: MandatePayer, query = ''): Promise<HostedInstitutionsResponse> =>
  api.call({ method: 'GET', path: `/mandates/hosted/institutions${query}`, token });

describe('the link of a mandate', () => {
  it('opens one page, whose token is not part of the link', async () => {
    const { mandate_id: id } = await shop.newMandate();
    const { body: link } = await shop.link(id);
    expect(link).toMatchObject({ token_type: 'Bearer', expires_in: 1800 });
    expect(link.link_url).toMatch(/^http:\/\/localhost:\d+\/hosted\/mandate\?token=/);
    expect(link.link_url).not.toContain(link.access_token);
    expect((await shop.openPage(link.link_url)).status).toBe(200);
    const again = await shop.openPage<Refusal>(link.link_url);
    expect(codeOf(again)).toEqual([401, 'TOKEN_EXPIRED']);
  });

  it('opens one page when many open it at once', async () => {
    const { mandate_id: id } = await shop.newMandate();
    const { body } = await shop.link(id);
    const opened = await Promise.all([1, 2, 3, 4].map(() => shop.openPage(body.link_url)));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('opens for 300 seconds of real time', async () => {
    const { mandate_id: id } = await shop.newMandate();
    const { body } = await shop.link(id);
    const [left] = await shop.inDatabase<{ seconds: number }>(
      `SELECT extract(epoch FROM opens_until - created_at)::int AS seconds FROM mandate_sessions
       WHERE mandate_id = $1 AND used_by = 'SERVICE_LINK'`,
      [id],
    );
    expect(left?.seconds).toBe(300);
    await shop.inDatabase(
      `UPDATE mandate_sessions SET opens_until = now() WHERE mandate_id = $1 AND opens_until > now()`,
      [id],
    );
    expect(codeOf(await shop.openPage<Refusal>(body.link_url))).toEqual([401, 'TOKEN_EXPIRED']);
  });

  it('cannot be forged', async () => {
    const { mandate_id: id } = await shop.newMandate();
    const { body } = await shop.link(id);
    const altered = forged(body.link_url);
    expect(codeOf(await shop.openPage<Refusal>(altered))).toEqual([400, 'MANDATE_NOT_FOUND']);
  });

  it.each([
    [{ ui_mode: 'redirect' }, 'INVALID_REQUEST'],
    [{ redirect_uri: 'http://shop.example.com' }, 'INVALID_REQUEST'],
    [{ institution_status: 'gamma' }, 'INVALID_REQUEST'],
    [{ link_mode: 'unreal' }, 'INVALID_REQUEST'],
    [{ countries: ['H1'] }, 'INVALID_REQUEST'],
    [{ institution_id: 'nobody' }, 'INSTITUTION_NOT_FOUND'],
  ])('is refused for %j', async (customizations, code) => {
    const { mandate_id: id } = await shop.newMandate();
    expect(codeOf(await shop.link<Refusal>(id, customizations))).toEqual([400, code]);
  });

  it('is refused unless the app has the mandate and it can still be authorized', async () => {
    const stranger = await AuthorizingShop.open(system);
    const { mandate_id: foreign } = await stranger.newMandate();
    expect(codeOf(await shop.link<Refusal>(foreign))).toEqual([400, 'MANDATE_NOT_FOUND']);
    const [payer, id] = await shop.payer();
    await payer.authorize('0123456789');
    expect(codeOf(await shop.link<Refusal>(id))).toEqual([400, 'INVALID_MANDATE_STATUS']);
  });
});

describe('the text that a payer agrees to', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const proofs = (id: string) =>
    shop.inDatabase<{ given_through: string; text_sha256: string | null }>(
      'SELECT given_through, text_sha256 FROM mandate_consents WHERE mandate_id = $1',
      [id],
    );
  const login = TYPED.login({ otp: RIGHT_OTP });
  const account = TYPED.account('0123456789');

  it('must be the one that the page showed; another is refused and changes nothing', async () => {
    const [payer, id] = await shop.hostedPayer({ institution_id: 'testbank' });
    const { consent } = await view(payer);
    const { version } = consent;
    expect(consent.sha256).toBe(sha256(consent.text));
    for (const consent_text of [
      undefined,
      { version, sha256: sha256('I agree to less.') },
      { version: 'mandate-0', sha256: consent.sha256 },
    ]) {
      const agreed = { ...TYPED.consent(), consent_text } as ChecklistEntry;
      const refused = await payer.submit<Refusal>(account, agreed, login);
      expect(codeOf(refused)).toEqual([400, 'CONSENT_TEXT_CHANGED']);
    }
    expect((await shop.mandate(id)).status).toBe('AUTHORIZATION_REQUIRED');
    const shown = { version, sha256: consent.sha256.toUpperCase() };
    expect(
      (await payer.submit(account, { ...TYPED.consent(), consent_text: shown }, login)).status,
    ).toBe(200);
    expect(await proofs(id)).toEqual([
      { given_through: 'SERVICE_LINK', text_sha256: consent.sha256 },
    ]);
  });

  it('changes when another tab chooses another bank', async () => {
    const [payer] = await shop.hostedPayer({ institution_id: 'testbank' });
    const { consent } = await view(payer);
    await payer.select('testbank-business');
    const late = { ...TYPED.consent(), consent_text: consent };
    expect(codeOf(await payer.submit<Refusal>(late))).toEqual([400, 'CONSENT_TEXT_CHANGED']);
    expect((await view(payer)).consent.sha256).not.toBe(consent.sha256);
    expect((await payer.submit(TYPED.consent())).status).toBe(200);
  });

  it('is recorded when an app showed ours, and not when it showed its own', async () => {
    for (const [consent_text, kept] of [
      [undefined, false],
      [null, true],
    ] as const) {
      const [payer, id] = await shop.payer({ institution_id: 'testbank' });
      const agreed = consent_text === null ? TYPED.consent() : { ...TYPED.consent(), consent_text };
      expect((await payer.submit(account, agreed as ChecklistEntry, login)).status).toBe(200);
      const { consent } = await payer.auth();
      expect(await proofs(id)).toEqual([
        { given_through: 'CUSTOMER_APP', text_sha256: kept ? consent?.sha256 : null },
      ]);
    }
    const [payer] = await shop.payer({ institution_id: 'testbank' });
    const other = { ...TYPED.consent(), consent_text: { version: 'x', sha256: sha256('x') } };
    expect(codeOf(await payer.submit<Refusal>(other))).toEqual([400, 'CONSENT_TEXT_CHANGED']);
  });
});

describe('the session of the hosted page', () => {
  const extend = <T = HostedSessionResponse>({ api, token }: MandatePayer) =>
    api.send<T>({ method: 'POST', path: '/mandates/hosted/session/extend', token });

  it('can be extended again and again for the same mandate', async () => {
    const [payer, id] = await shop.hostedPayer();
    const { iat } = decodeJwt(payer.token);
    let token = payer.token;
    let extended = 0;
    while (extended < 2) {
      extended += 1;
      const { status, body } = await extend(new MandatePayer(shop.api, token));
      expect([status, body.expires_in]).toEqual([200, 1800]);
      token = body.access_token;
      expect(decodeJwt(token)).toMatchObject({ mandate_id: id, session_began_at: iat });
    }
    expect((await view(new MandatePayer(shop.api, token))).mandate_id).toBe(id);
  });

  it('cannot be extended when it is no longer kept', async () => {
    const [payer, id] = await shop.hostedPayer();
    await shop.inDatabase('DELETE FROM mandate_sessions WHERE mandate_id = $1', [id]);
    expect(codeOf(await extend<Refusal>(payer))).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('the hosted page of a mandate', () => {
  it('shows who asks for what, and where the payer goes back to', async () => {
    const redirect_uri = 'https://shop.example.com/back?cart=7';
    const [payer, id] = await shop.hostedPayer({
      redirect_uri,
      language: 'zh',
      countries: ['HKG'],
    });
    const shown = await view(payer);
    expect(shown).toMatchObject({
      mandate_id: id,
      status: 'AUTHORIZATION_REQUIRED',
      live: false,
      of_payment_link: false,
      merchant: { display_name: 'Harbour Books' },
      language: 'zh',
      country: 'HKG',
      ui_mode: 'redirect',
      return_url: `${redirect_uri}&mandate_id=${id}`,
      consent: { language: 'zh-Hant' },
    });
    expect(shown.consent.text).toBe(shown.consent.statements.join('\n'));
    expect(JSON.stringify(shown)).not.toMatch(/tm@example|Chan Tai Man|payer-/);
  });

  it('finds institutions that the link and the currency allow', async () => {
    const [payer] = await shop.hostedPayer({ link_mode: 'test', user_type: ['INDIVIDUAL'] });
    const { institutions } = await search(payer, '?query=tset%20bank&limit=2');
    expect(institutions).toHaveLength(2);
    const all = (await search(payer, '?limit=100')).institutions.map((each) => each.institution_id);
    expect(all.toSorted()).toEqual(['testbank', 'testbank-oauth', 'testbank-unavailable']);
    const [anybody] = await shop.hostedPayer();
    const real = (await search(anybody, '?limit=100')).institutions;
    const unconnected = real.find(({ institution_id }) => !institution_id.startsWith('testbank'));
    const refused = await anybody.select<Refusal>(unconnected?.institution_id ?? '');
    expect(codeOf(refused)).toEqual([400, 'INSTITUTION_NOT_CONNECTED']);
  });

  it.each<[string, object, string]>([
    ['another country', { countries: ['USA'] }, 'testbank'],
    ['another kind of payer', { user_type: ['BUSINESS'] }, 'testbank'],
    ['another tag', { link_mode: 'real' }, 'testbank'],
    ['more products', { products_supported: ['DEBIT_AUTHORIZATION', 'NONE'] }, 'testbank'],
  ])('takes no institution that its link does not offer: %s', async (_, filters, bank) => {
    for (const [payer] of [await shop.hostedPayer(filters), await shop.payer(filters)]) {
      const listed = (await search(payer, '?limit=100')).institutions;
      expect(listed.map(({ institution_id }) => institution_id)).not.toContain(bank);
      expect(codeOf(await payer.select<Refusal>(bank))).toEqual([400, 'INSTITUTION_NOT_FOUND']);
      expect((await payer.auth()).institution_id).toBe('');
    }
    const { mandate_id: id } = await shop.newMandate();
    const link = await shop.link<Refusal>(id, { ...filters, institution_id: bank });
    expect(codeOf(link)).toEqual([400, 'INSTITUTION_NOT_FOUND']);
  });

  it('can be left and resumed', async () => {
    const [payer, id] = await shop.hostedPayer();
    const path = '/mandates/hosted/leave';
    const left = await payer.api.send({ method: 'POST', path, token: payer.token, body: {} });
    expect(left.status).toBe(200);
    expect((await shop.mandate(id)).status).toBe('AUTHORIZATION_REQUIRED');
    await payer.authorize('0123456789');
    await shop.reached(id, 'SUCCEEDED');
  });

  it('stores an exact proof of the consent that nobody can change', async () => {
    const [payer, id] = await shop.hostedPayer({ language: 'ko' });
    await payer.select('testbank');
    const { consent } = await view(payer);
    await payer.authorize('0123456789');
    const rows = await shop.inDatabase<Record<string, unknown>>(
      `SELECT * FROM mandate_consents WHERE mandate_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      given_through: 'SERVICE_LINK',
      text_version: consent.version,
      text_language: 'ko',
      text_sha256: createHash('sha256').update(consent.text).digest('hex'),
      limits: { maxTransactionAmount: 5000 },
      currency: 'HKD',
      institution_id: 'testbank',
      sealed_origin: expect.anything(),
    });
    expect(JSON.stringify(rows[0])).not.toContain('127.0.0.1');
    for (const change of [
      'UPDATE mandate_consents SET text_sha256 = NULL',
      'DELETE FROM mandate_consents',
    ]) {
      await expect(shop.inDatabase(change)).rejects.toThrow('permission denied');
      await shop.query('owner', change);
    }
    await expect(shop.query('owner', 'TRUNCATE mandate_consents')).rejects.toThrow(/append|change/);
    const kept = `SELECT * FROM mandate_consents WHERE mandate_id = $1`;
    expect(await shop.inDatabase(kept, [id])).toEqual(rows);
  });
});

it('a token of another kind or of another mandate gives no access to a mandate', async () => {
  const { mandate_id: id } = await shop.newMandate();
  const link = (await shop.link(id)).body as MandateLinkResponse;
  const customer = await shop.merchant.send<Refusal>({ method: 'GET', path: '/mandates/auth' });
  expect(codeOf(customer)).toEqual([403, 'INSUFFICIENT_SCOPE']);
  const read = await shop.api.send<Refusal>({
    method: 'GET',
    path: `/mandates/${id}`,
    token: link.access_token,
  });
  expect(codeOf(read)).toEqual([403, 'INSUFFICIENT_SCOPE']);
});

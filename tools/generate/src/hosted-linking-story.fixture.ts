import type { JwksResponse } from '@towpath/contracts';
import type {
  HostedLinkConsent,
  HostedLinkResult,
  HostedLinkSession,
  HostedLinkView,
  LinkTokenResponse,
} from '@towpath/contracts/account-data';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import type { SandboxApp } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import type { DocumentedApi } from './documented-api.fixture.js';
import { sealedFields } from './sealed-fields.fixture.js';

interface Merchant {
  readonly app: SandboxApp;
  readonly token: string;
}

/** A user goes to the page of a bank, and turns back there. */
async function goesToBank(api: DocumentedApi, { app, token }: Merchant): Promise<void> {
  const { access_token: linkToken } = await api.execute<LinkTokenResponse>('generateLinkToken', {
    token,
    instead: { client_id: app.client_id },
  });
  const { access_token: page } = await api.execute<HostedLinkSession>('openHostedLinkSession', {
    token: linkToken,
  });
  const institution_id = 'testbank-oauth';
  const { consent } = await api.execute<HostedLinkConsent>('getHostedLinkConsent', {
    token: page,
    query: { institution_id },
  });
  const { version, sha256 } = consent;
  // Without credentials: less than the example shows.
  await fetch(`${app.base_url}/link/hosted/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${page}` },
    body: JSON.stringify({ institution_id, consent: { version, sha256 } }),
  });
  const way = await eventually(async () => {
    const view = await api.execute<HostedLinkView>('getHostedLinkView', { token: page });
    return view.redirect_url === undefined ? undefined : new URL(view.redirect_url);
  });
  await api.execute('startLinkInstitutionLogin', {
    query: { state: way.searchParams.get('state') ?? '' },
  });
  const sent = await fetch(way, { redirect: 'manual' });
  const state = new URL(sent.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const [cookie = ''] = (sent.headers.get('set-cookie') ?? '').split(';');
  await api.execute('returnFromLinkInstitution', {
    query: { state, error: 'access_denied' },
    headers: { cookie },
    leadsOn: true,
  });
}

/** A user links a bank on the hosted page; the app exchanges the code that it ends with. */
export async function linksHosted(api: DocumentedApi, { app, token }: Merchant): Promise<void> {
  const { access_token: linkToken } = await api.execute<LinkTokenResponse>('generateLinkToken', {
    token,
    instead: { client_id: app.client_id },
  });
  const { access_token: page } = await api.execute<HostedLinkSession>('openHostedLinkSession', {
    token: linkToken,
  });
  await api.execute('extendHostedLinkSession', { token: page });
  await api.execute('listHostedLinkInstitutions', { token: page });
  const query = { institution_id: 'testbank' };
  const { consent } = await api.execute<HostedLinkConsent>('getHostedLinkConsent', {
    token: page,
    query,
  });
  const { keys } = await api.execute<JwksResponse>('getCredSubmitJwks');
  const sealed = (fields: Readonly<Record<string, string>>) => sealedFields(keys[0] ?? {}, fields);
  await api.execute('startHostedLogin', {
    token: page,
    instead: {
      ...sealed({ user_id: 'user_otp', password: 'datagood' }),
      'consent.version': consent.version,
      'consent.sha256': consent.sha256,
    },
  });
  const reaches = (step: HostedLinkView['step']) =>
    eventually(async () => {
      const view = await api.execute<HostedLinkView>('getHostedLinkView', { token: page });
      return view.step === step ? view : undefined;
    });
  const { action } = await reaches('ACTION');
  await api.execute('answerHostedAction', {
    token: page,
    instead: { action_id: action?.action_id ?? '', ...sealed({ otp: '123456' }) },
  });
  await reaches('CONNECTED');
  const result = await api.execute<HostedLinkResult>('finishHostedLink', { token: page });
  await api.execute('leaveHostedLink', { token: page });
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: result.parameters['code'] ?? '',
    client_id: app.client_id,
    redirect_uri: result.redirect_uri ?? '',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const pair = await api.execute<AccessTokenResponse>('token', {
    token,
    raw: { body: form.toString(), headers },
  });
  await api.execute('refreshToken', { token, instead: { refresh_token: pair.refresh_token } });
  await goesToBank(api, { app, token });
}

import type { JwksResponse } from '@towpath/contracts';
import type { MandateAuthResponse } from '@towpath/contracts/mandate';
import type { RunningSystem, SandboxApp } from '@towpath/local-system';
import { ApiClient, MandatePayer, sealChecklist, TYPED } from '@towpath/testing';
import type { DocumentedApi } from './documented-api.fixture.js';

interface Merchant {
  readonly system: RunningSystem;
  readonly app: SandboxApp;
  readonly token: string;
}

/** A payer goes through the hosted page of a mandate, then to the bank's own page and back. */
export async function authorizeMandateHosted(
  api: DocumentedApi,
  { system, app, token }: Merchant,
): Promise<void> {
  const accountId = app.settlement_accounts[0]?.account_id ?? '';
  const { mandate_id } = await api.execute<{ mandate_id: string }>('createMandate', {
    token,
    instead: { 'recipient_account.account_id': accountId },
  });
  const link = await api.execute<{ link_url: string }>('getMandateAuthLink', {
    token,
    instead: { mandate_id },
  });
  const linkToken = new URL(link.link_url).searchParams.get('token') ?? '';
  const { access_token: page } = await api.execute<{ access_token: string }>(
    'openHostedMandateSession',
    { instead: { token: linkToken } },
  );
  await api.execute('extendHostedMandateSession', { token: page });
  await api.execute('getHostedMandateView', { token: page });
  await api.execute('listHostedMandateInstitutions', { token: page });
  await api.execute('setMandateInstitution', { token: page });
  const { encryption_info: info, consent } = await api.execute<MandateAuthResponse>(
    'getMandateAuth',
    { token: page },
  );
  const { keys } = await api.execute<JwksResponse>('getPaymentsJwks');
  const key = keys.find(({ kid }) => kid === info.key_id) ?? {};
  const { version = '', sha256 = '' } = consent ?? {};
  const agreed = { ...TYPED.consent(), consent_text: { version, sha256 } };
  const sealed = sealChecklist([TYPED.account('012-345678-833'), agreed], key);
  await api.execute('submitAuthChecklist', { token: page, instead: { ...sealed } });
  await api.execute('leaveHostedMandate', { token: page });
  const payer = new MandatePayer(new ApiClient(system.baseUrl), page);
  await payer.select('testbank-oauth');
  const { auth_checklist: factors } = await payer.auth();
  const bank = factors.flatMap(({ options }) => options).find((each) => each.redirect_url);
  const way = new URL(bank?.redirect_url ?? '');
  const onTheWay = { state: way.searchParams.get('state') ?? '' };
  await api.execute('startInstitutionLogin', { query: onTheWay });
  const sent = await fetch(way, { redirect: 'manual' });
  const state = new URL(sent.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const [cookie = ''] = (sent.headers.get('set-cookie') ?? '').split(';');
  await api.execute('returnFromInstitution', { query: { state }, headers: { cookie } });
}

import type {
  AccessTokenResponse,
  HostedLinkConsent,
  HostedLinkResult,
  HostedLinkSession,
  HostedLinkView,
  JwksResponse,
  LinkTokenResponse,
} from '@towpath/contracts';
import { eventually, type SandboxApp } from '@towpath/testing';
import type { DocumentedApi } from './documented-api.fixture.js';
import { sealedFields } from './sealed-fields.fixture.js';

/** A user links a bank on the hosted page; the app exchanges the code that it ends with. */
export async function linksHosted(
  api: DocumentedApi,
  { app, token }: { readonly app: SandboxApp; readonly token: string },
): Promise<void> {
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
}

import type { LoginIdentityResponse } from '@towpath/contracts/account-data';
import { LinkClient } from './link-client.fixture.js';
import { codeOf, LinkPage } from './link-page.fixture.js';
import {
  StandInBank,
  StandInErasure,
  StandInIncome,
  StandInStore,
} from './stand-in-bank.fixture.js';

const NOT_THEIRS = [400, 'LINK_ACTION_NOT_FOUND'];

let client: LinkClient;
beforeAll(async () => {
  client = await LinkClient.start({
    bank: new StandInBank(),
    store: new StandInStore(),
    erasure: new StandInErasure(),
    income: new StandInIncome(),
  });
});
afterAll(() => client?.service.end());

const answerOn = (page: LinkPage, actionId: string) =>
  page.post('action', {
    action_id: actionId,
    encrypted_credentials: client.sealed({ otp: '123456' }),
  });

/** The ID of a login identity whose user enters a code at each login. */
async function linkedWithCode(): Promise<string> {
  const { login_identity_id: id } = await client.link('user_otp');
  const { action_id: actionId } = await client.asked(id);
  await client.answer(id, actionId, '123456');
  await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  return id;
}

/** A page that updates the login identity, and whose own login has failed. */
async function failedPage(loginIdentityId: string): Promise<LinkPage> {
  const page = await LinkPage.open(client, { login_identity_id: loginIdentityId });
  await page.login('nobody');
  await page.reaches('FAILED');
  return page;
}

describe('the action of a login', () => {
  it('cannot be answered by a page if the customer app began it', async () => {
    const id = await linkedWithCode();
    const page = await failedPage(id);
    const relink = {
      consent: true,
      encrypted_credentials: client.sealed({ user_id: 'user_otp', password: 'datagood' }),
    };
    await client.service.post<LoginIdentityResponse>(`/link/relink/${id}`, relink, client.token);
    const { action_id: actionId } = await client.asked(id);
    expect(codeOf(await answerOn(page, actionId))).toEqual(NOT_THEIRS);
    expect((await client.statusOf(id)).body.action?.action_id).toBe(actionId);
    expect((await client.answer(id, actionId, '123456')).status).toBe(200);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  });

  it('can only be answered by the page that began it', async () => {
    const id = await linkedWithCode();
    const other = await failedPage(id);
    const page = await LinkPage.open(client, { login_identity_id: id });
    await page.login('user_otp');
    const { action } = await page.reaches('ACTION');
    const actionId = action?.action_id ?? '';
    expect(codeOf(await answerOn(other, actionId))).toEqual(NOT_THEIRS);
    const asApp = await client.answer(id, actionId, '123456');
    expect(codeOf(asApp)).toEqual(NOT_THEIRS);
    expect((await answerOn(page, actionId)).status).toBe(200);
    await page.reaches('CONNECTED');
  });
});

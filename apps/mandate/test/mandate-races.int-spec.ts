import { jest } from '@jest/globals';
import { sharedSystem } from '@towpath/local-system';
import { MandatePayer, RIGHT_OTP, TYPED } from '@towpath/testing';
import { MandateRaces, SCENES } from './mandate-races.fixture.js';

jest.setTimeout(400_000);

let races: MandateRaces;
beforeAll(async () => {
  races = await MandateRaces.open(await sharedSystem());
});

describe.each(Object.entries(SCENES))('64 requests at once about a mandate %s', (_, scene) => {
  it('end in one legal state with its events', async () => {
    await races.run(await scene(races, 11), 11);
  });
});

const tabOf = async (id: string) =>
  new MandatePayer(races.api, (await races.linkOf(id)).body.access_token);

describe('two tabs of one payer', () => {
  it('keep a login that one made when the other types a wrong password', async () => {
    const id = await races.newMandate();
    const [one, other] = [await tabOf(id), await tabOf(id)];
    await one.select('testbank');
    await one.submit(TYPED.login({ otp: RIGHT_OTP }));
    expect((await other.submit(TYPED.login({ password: 'wrong' }))).status).toBe(400);
    expect((await one.auth()).mandate_status).toBe('AUTHORIZING');
    const done = await one.submit(TYPED.account('012-345-678901'), TYPED.consent());
    expect([done.status, done.body.mandate_status]).not.toContain('AUTHORIZING');
    expect(done.status).toBe(200);
  });

  it('leave the app unable to authorize for the payer after a failed login', async () => {
    const id = await races.shop.asked('8901');
    const payer = await tabOf(id);
    await payer.submit(TYPED.consent(), TYPED.login({ password: 'wrong' }));
    expect((await payer.auth()).mandate_status).toBe('AUTHORIZATION_REQUIRED');
    const { status, body } = await races.shop.authorize<{ error: { details: string } }>(id);
    expect([status, body.error.details]).toEqual([
      400,
      expect.stringContaining('ACCOUNTHOLDER_AUTHENTICATION'),
    ]);
    expect((await races.shop.read(id)).status).toBe('AUTHORIZATION_REQUIRED');
  });
});

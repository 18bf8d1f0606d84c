import type { OperatorClaim } from '@towpath/contracts/operator';
import { newId } from '@towpath/kernel';
import { describeOperatorMatrix, OperatorAt, type SignedClaims } from '@towpath/testing';
import { TokenSigner } from '../src/signing/token-signer.js';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

let gateway: RunningGateway;
let customerAppId: string;
beforeAll(async () => {
  gateway = await startGateway();
  customerAppId = (await gateway.createApp()).app.id;
});
afterAll(() => gateway?.stop());

const as = (claim: Partial<OperatorClaim>) => {
  const { app, internalUrl } = gateway;
  const sign = async ({ exp = 0, iat: _iat, ...claims }: SignedClaims) => {
    const now = Math.floor(Date.now() / 1_000);
    const all = { sub: '', client_id: '', login_identity_id: '', scopes: [], gen: 0, ...claims };
    const usual = { aud: 'gateway', token_use: 'service', ...all } as const;
    return (await app.get(TokenSigner).sign(usual, exp - now)).accessToken;
  };
  return new OperatorAt({ service: 'gateway', internalUrl, gateway: { sign } }, claim);
};

// It has no resources of its own.
const permitted = { listResources: 404, seeResource: 404, unmaskMember: 404 };
describeOperatorMatrix(() => ({
  as,
  kind: 'payment',
  customerAppId,
  id: newId(new Date()),
  permitted,
}));

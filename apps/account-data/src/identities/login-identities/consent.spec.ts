import type { CustomerAppId, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
import { LoginIdentity, type AcceptedAt } from './login-identity.js';
import type { LinkingAttemptId, Permission } from './login-identity.table.js';
import { coveredProducts, type Product } from './products.js';

const AT = new Date('2026-03-02T08:15:30.250Z');
const LATER = new Date('2026-03-03T08:15:30.250Z');
const END = new Date('2027-03-02T08:15:30.250Z');

const terms = (products: readonly Product[]): Permission => ({
  products,
  storesCredentials: true,
  automaticRefresh: 'OFF',
});
const session = (id: string) => ({
  sessionId: id as LinkSessionId,
  linkingAttemptId: id as LinkingAttemptId,
});
const ACCEPTED: AcceptedAt = {
  authenticationId: 'A',
  usernameHashId: 'H',
  refreshesWithoutUser: true,
  permissionExpiresAt: END,
};

/** All of its products are retrieved. */
function linked(products: readonly Product[]): LoginIdentity {
  const identity = LoginIdentity.link(
    {
      loginIdentityId: 'L' as LoginIdentityId,
      customerAppId: 'C' as CustomerAppId,
      live: false,
      userId: 'u',
      institutionId: 'testbank',
      state: null,
      historyDateLimit: null,
    },
    { ...session('first'), ...terms(products) },
    AT,
  );
  accept(identity, AT);
  return identity;
}

function accept(identity: LoginIdentity, at: Date): void {
  identity.authenticate(at);
  identity.accept(ACCEPTED, at);
  for (const product of identity.snapshot.products) {
    identity.recordProduct({ product, outcome: 'RETRIEVED' }, at);
  }
}

it('a consent covers its products until the instant it ends', () => {
  const { snapshot } = linked(['accounts', 'identity']);
  expect(coveredProducts(snapshot, new Date(END.getTime() - 1))).toEqual(['accounts', 'identity']);
  expect(coveredProducts(snapshot, END)).toEqual([]);
  expect(coveredProducts({ ...snapshot, permissionExpired: true }, AT)).toEqual([]);
});

it('a narrower consent counts at once, a wider one only from the accepted login on', () => {
  const identity = linked(['accounts', 'identity']);
  identity.relink({ ...session('second'), ...terms(['accounts', 'statements']) }, LATER);
  const { products, progress, erasureDueAt, permissionGrantedAt } = identity.snapshot;
  expect([products, Object.keys(progress)]).toEqual([['accounts'], ['accounts']]);
  expect([erasureDueAt, permissionGrantedAt]).toEqual([LATER, AT]);
  accept(identity, LATER);
  expect(identity.snapshot).toMatchObject({
    products: ['accounts', 'statements'],
    permissionGrantedAt: LATER,
    proposal: null,
    status: 'DATA_RETRIEVAL_COMPLETE',
  });
});

it('a wider consent whose login fails changes nothing of the earlier consent', () => {
  const identity = linked(['accounts']);
  const wider = { ...terms(['accounts', 'identity']), storesCredentials: false };
  identity.relink({ ...session('second'), ...wider }, LATER);
  identity.authenticate(LATER);
  const failure = { code: 'CREDENTIALS_INVALID', explanation: 'x' } as const;
  identity.reject('refuse', failure, LATER);
  expect(identity.snapshot).toMatchObject({
    products: ['accounts'],
    storesCredentials: true,
    permissionGrantedAt: AT,
    erasureDueAt: null,
    proposal: null,
  });
});

it('a consent given again after its end covers no data from before its end', () => {
  const identity = linked(['accounts', 'identity']);
  identity.expirePermission(LATER);
  expect(identity.snapshot.erasureDueAt).toEqual(LATER);
  identity.relink({ ...session('second'), ...terms(['accounts']) }, LATER);
  expect(coveredProducts(identity.snapshot, LATER)).toEqual([]);
  identity.authenticate(LATER);
  identity.accept(ACCEPTED, LATER);
  expect(identity.snapshot.progress).toMatchObject({
    accounts: { status: 'IN_PROGRESS', lastSuccess: null },
  });
  expect(coveredProducts(identity.snapshot, LATER)).toEqual(['accounts']);
});

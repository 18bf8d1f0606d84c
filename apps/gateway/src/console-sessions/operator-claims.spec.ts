import { OPERATOR_ROLES } from '@towpath/contracts/operator';
import type { ClaimNames } from './console.config.js';
import { admissionOf } from './operator-claims.js';

const NAMES: ClaimNames = {
  roles: 'roles',
  roleValues: OPERATOR_ROLES.map((role) => ({ role, value: role })),
  apps: undefined,
};
const OWN_VALUES = { ...NAMES, roleValues: [{ role: 'admin' as const, value: 'pay-admins' }] };
const WITH_APPS = { ...NAMES, apps: 'apps' };

describe('the claims of an operator', () => {
  it.each([
    [{ roles: ['viewer'] }, NAMES, 'viewer', null],
    [{ roles: 'operator' }, NAMES, 'operator', null],
    [{ roles: ['viewer', 'admin', 'other'] }, NAMES, 'admin', null],
    [{ realm: { roles: ['viewer'] } }, { ...NAMES, roles: 'realm.roles' }, 'viewer', null],
    [
      { 'https://a.example/roles': ['viewer'] },
      { ...NAMES, roles: 'https://a.example/roles' },
      'viewer',
      null,
    ],
    [{ roles: ['pay-admins'] }, OWN_VALUES, 'admin', null],
    [{ roles: ['viewer'], apps: ['A', 'B'] }, WITH_APPS, 'viewer', ['A', 'B']],
    [{ roles: ['viewer'], apps: '*' }, WITH_APPS, 'viewer', null],
  ])('%j with %j give the role %s and the apps %j', (claims, names, role, apps) =>
    expect(admissionOf(claims, names)).toEqual({ role, apps }),
  );

  it.each([
    [{}, NAMES],
    [{ roles: [] }, NAMES],
    [{ roles: ['admins'] }, NAMES],
    [{ roles: { admin: true } }, NAMES],
    [{ roles: ['admin'] }, OWN_VALUES],
    [{ roles: ['viewer'] }, WITH_APPS],
    [{ roles: ['viewer'], apps: [] }, WITH_APPS],
    [{ roles: ['viewer'] }, { ...NAMES, roles: 'constructor.name' }],
  ])('%j with %j are refused', (claims, names) =>
    expect(admissionOf(claims, names)).toHaveProperty('refusal'),
  );
});

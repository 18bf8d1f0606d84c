import type { ApiAnswer } from '@towpath/testing';
import { RunningSystem } from '../system/running-system.js';
import { Contract } from './contract.js';

const contract = Contract.of(RunningSystem.open().layout.root);
const request = { method: 'GET', path: '/payment_links/x?y=1' };

function answer(status: number, body: unknown): ApiAnswer {
  return { status, body, text: JSON.stringify(body), headers: new Headers() };
}

describe('the contract check of answers', () => {
  it('refuses a body that the OpenAPI document does not describe', () => {
    const check = () => contract.check(request, answer(200, { status: 'OPEN' }));
    expect(check).toThrow(/GetPaymentLink 200 is not what the OpenAPI document says: .*status/);
  });

  it('refuses a status that the OpenAPI document does not announce', () => {
    expect(() => contract.check(request, answer(418, {}))).toThrow(
      'GetPaymentLink 418 is not in the OpenAPI document',
    );
  });

  it('reports nothing for a path that is no operation', () => {
    contract.check({ method: 'GET', path: '/nowhere' }, answer(404, {}));
  });

  it('judges no answer to what is wrong on purpose', () => {
    contract.keep(request, answer(418, {}));
    contract.keep({ method: 'GET', path: '/payment_links/%ff' }, answer(400, {}));
  });
});

import { TOKEN_USES } from '../token.js';
import { answeringService } from './operation.js';
import { operationById, operations } from './operations.js';

describe('the service that answers an operation', () => {
  it('is the one that owns it, whatever the token, unless another service keeps the session', () => {
    const others = operations.flatMap((operation) =>
      [undefined, ...TOKEN_USES].flatMap((use) => {
        const service = answeringService(operation, use);
        return service === operation.service ? [] : [[operation.id, use, service]];
      }),
    );
    expect(others).toEqual([['getInstitutionsForCustomer', 'mandate_link', 'mandate']]);
  });

  it('depends on the kind of token where a kind is answered elsewhere', () => {
    const { kinds, answeredBy } = operationById('getInstitutionsForCustomer');
    expect(kinds).toEqual(expect.arrayContaining(Object.keys(answeredBy ?? {})));
  });
});

import { TOKEN_USES } from '../token.js';
import { answeringService } from './operation.js';
import { operationById, operations } from './operations.js';

describe('who answers an operation', () => {
  it('is its service, whatever the token, unless another keeps the session', () => {
    const others = operations.flatMap((operation) =>
      [undefined, ...TOKEN_USES].flatMap((use) => {
        const service = answeringService(operation, use);
        return service === operation.service ? [] : [[operation.id, use, service]];
      }),
    );
    expect(others).toEqual([['getInstitutionsForCustomer', 'mandate_link', 'mandate']]);
  });

  it('takes the kinds of token that are answered elsewhere', () => {
    const { kinds, answeredBy } = operationById('getInstitutionsForCustomer');
    expect(kinds).toEqual(expect.arrayContaining(Object.keys(answeredBy ?? {})));
  });
});

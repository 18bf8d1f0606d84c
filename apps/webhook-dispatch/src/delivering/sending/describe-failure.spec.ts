import { TargetRefused } from '../../endpoints/targets/targets.service.js';
import { describeFailure } from './answer-reader.js';

const coded = (code: string) => Object.assign(new Error('connect 10.1.2.3:443 secret'), { code });

it.each([
  [new TargetRefused('only https is sent to'), 'not sent: only https is sent to'],
  [coded('ECONNREFUSED'), 'the connection was refused'],
  [coded('CERT_HAS_EXPIRED'), 'the certificate has expired'],
  [coded('HPE_INVALID_CONSTANT'), 'the answer is not HTTP'],
  [coded('EWHATEVER'), 'the request failed (EWHATEVER)'],
  [new Error('connect 10.1.2.3:443 secret'), 'the request failed'],
  ['text', 'the request failed'],
  [null, 'the request failed'],
])('the failure %p is described without an address', (error, text) => {
  expect(describeFailure(error)).toBe(text);
});

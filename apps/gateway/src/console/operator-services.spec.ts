import { operatorUrlOf } from './operator-services.js';

describe('where a service answers operators', () => {
  it('is its internal port', () => {
    expect(operatorUrlOf('http://mandate:9080', {})).toBe('http://mandate:9080');
    expect(operatorUrlOf(undefined, { operatorPort: 9_180 })).toBeUndefined();
  });

  it.each([
    ['http://mandate:9080', 'http://mandate:9180'],
    ['http://mandate:9080/', 'http://mandate:9180'],
    ['http://[::1]/below', 'http://[::1]:9180/below'],
  ])('is the port for operators of the same host: %s', (internalUrl, operatorUrl) => {
    expect(operatorUrlOf(internalUrl, { operatorPort: 9_180 })).toBe(operatorUrl);
  });
});

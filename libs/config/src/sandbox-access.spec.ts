import { sandboxAccess } from './sandbox-access.js';

const url = 'http://sandbox:8087';
const secret = 'x'.repeat(32);

describe('the settings of the simulated banks and card gateways', () => {
  it('may be left out', () => {
    expect(sandboxAccess({})).toBeUndefined();
  });

  it('name the address of the service for browsers too, unless another one is set', () => {
    const given = { sandboxUrl: url, sandboxGatewaySecret: secret };
    expect(sandboxAccess(given)).toEqual({ url, publicUrl: url, secret, secrets: [secret] });
    const both = { ...given, sandboxGatewayPreviousSecret: 'before' };
    expect(sandboxAccess(both)).toMatchObject({ secret, secrets: [secret, 'before'] });
    const publicUrl = 'https://sandbox.example.com';
    expect(sandboxAccess({ ...given, sandboxPublicUrl: publicUrl })).toMatchObject({ publicUrl });
  });

  it.each([
    ['SANDBOX_GATEWAY_SECRET', { sandboxUrl: url }],
    ['SANDBOX_URL', { sandboxGatewaySecret: secret }],
    ['SANDBOX_URL', { sandboxPublicUrl: url }],
  ])('are refused without %s', (missing, given) => {
    expect(() => sandboxAccess(given)).toThrow(`${missing} is missing`);
  });
});

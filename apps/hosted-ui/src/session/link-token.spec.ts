import { FakeAddressBar } from '../pay/fakes.js';
import { forgetLinkToken, linkTokenIn } from './link-token.js';

describe('the token of the link', () => {
  it('is read from the address and taken out of it', () => {
    const address = new FakeAddressBar('https://pages.example/hosted/pay?token=app.link.mac&x=1#y');
    expect(linkTokenIn(address)).toBe('app.link.mac');
    forgetLinkToken(address);
    expect(address.href).toBe('https://pages.example/hosted/pay?x=1#y');
    expect(linkTokenIn(address)).toBeNull();
  });

  it.each(['https://pages.example/hosted/pay', 'https://pages.example/hosted/pay?token='])(
    'is absent in %s',
    (href) => {
      expect(linkTokenIn(new FakeAddressBar(href))).toBeNull();
    },
  );

  it('leaves no empty question mark behind', () => {
    const address = new FakeAddressBar('https://pages.example/hosted/pay?token=t');
    forgetLinkToken(address);
    expect(address.href).toBe('https://pages.example/hosted/pay');
  });
});

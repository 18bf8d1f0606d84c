import { FakeAddressBar } from '../fakes.js';
import {
  cameFromBank,
  challengedAttemptIn,
  forgetLinkToken,
  linkNameIn,
  linkTokenIn,
  takeBankReturn,
} from './link-token.js';

const NAME = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD.01K8Z3V5Q4M7N2R6T9W1X0Y8AB';

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

  it('leaves no empty question mark in the address when it is removed', () => {
    const address = new FakeAddressBar('https://pages.example/hosted/pay?token=t');
    forgetLinkToken(address);
    expect(address.href).toBe('https://pages.example/hosted/pay');
  });
});

describe('the name of the link', () => {
  it('stays in the address without the token, so that a reload finds its link', () => {
    const address = new FakeAddressBar(
      `https://pages.example/hosted/pay?token=${NAME}.proof&challenged=attempt-1`,
    );
    expect(linkNameIn(address)).toBe(NAME);
    expect(challengedAttemptIn(address)).toBe('attempt-1');
    forgetLinkToken(address);
    expect(address.href).toBe(`https://pages.example/hosted/pay?link=${NAME}`);
    expect(linkTokenIn(address)).toBeNull();
    expect(linkNameIn(address)).toBe(NAME);
    expect(challengedAttemptIn(address)).toBeNull();
  });

  it.each(['', '?link=', '?link=app.link', `?link=x${NAME}`, `?link=${NAME}x`, '?token=a.b.c'])(
    'is missing in %j',
    (query) => {
      expect(linkNameIn(new FakeAddressBar(`https://pages.example/hosted/pay${query}`))).toBeNull();
    },
  );
});

describe('a return from the page of a bank', () => {
  it('is reported once, and leaves nothing in the address', () => {
    const address = new FakeAddressBar('https://pages.example/hosted/mandate?from_bank=1');
    expect(cameFromBank(address)).toBe(true);
    expect(takeBankReturn(address)).toBe(true);
    expect(address.href).toBe('https://pages.example/hosted/mandate');
    expect([cameFromBank(address), takeBankReturn(address)]).toEqual([false, false]);
  });
});

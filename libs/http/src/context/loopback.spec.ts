import { isLoopback } from './loopback.js';

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'recognises %s as this machine',
    (address) => {
      expect(isLoopback(address)).toBe(true);
    },
  );

  it.each(['128.0.0.1', '10.0.0.1', '::2', '2001:db8::1', '::ffff:10.0.0.1', 'nonsense', ''])(
    'does not take %j for this machine',
    (address) => expect(isLoopback(address)).toBe(false),
  );
});

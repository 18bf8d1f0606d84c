import { loadConfig } from '@towpath/config';
import { snippetsOf } from '@towpath/testing';
import { PaymentLinkConfig } from './payment-link.config.js';

const config = (limits: string): PaymentLinkConfig => {
  const own = new PaymentLinkConfig();
  own.operatorAloneLimits = limits.split(',');
  return own;
};
const complaint = /OPERATOR_ALONE_LIMITS must have one limit for each currency, and one for \*/;

describe('what an operator may move alone', () => {
  it('is the limit of the currency, or that of all others', () => {
    const own = config('*=1000000,JPY=100000');
    expect(['JPY', 'HKD'].map((each) => own.operatorAloneUpTo(each))).toEqual([100_000, 1_000_000]);
    expect(config('HKD=0,*=5').operatorAloneUpTo('HKD')).toBe(0);
  });

  it.each([
    'HKD=1',
    '*=1,HKD',
    '*=1,QQQ=1',
    '*=1,*=2',
    '*=-1',
    '*=1,HKD=1.5',
    '*=1000000000000000',
  ])('is refused at the start as %s', (limits) => {
    expect(() => loadConfig(PaymentLinkConfig, { OPERATOR_ALONE_LIMITS: limits })).toThrow(
      complaint,
    );
  });

  it('is taken as documented', () => {
    const [setting = ''] = snippetsOf('docs/operations/console.md', { language: 'ini' });
    const [, limits] = /^OPERATOR_ALONE_LIMITS=(.+)$/.exec(setting) ?? [];
    expect(limits).toMatch(/JPY/);
    const given = { OPERATOR_ALONE_LIMITS: limits };
    expect(() => loadConfig(PaymentLinkConfig, given)).not.toThrow(complaint);
    expect(() => loadConfig(PaymentLinkConfig, {})).not.toThrow(complaint);
  });
});

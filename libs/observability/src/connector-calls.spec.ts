import { ConnectorCalls } from './connector-calls.js';
import { Metrics } from './metrics.js';

class BankUnavailable extends Error {
  override readonly name = 'BankUnavailable';
}
class BankRefused extends Error {
  override readonly name = 'BankRefused';
}

class Bank {
  readonly integrationId = 'GW3';
  #asked = 0;

  address(): string {
    return `asked ${this.#asked}`;
  }

  async find(bankStatus?: string): Promise<object | null> {
    this.#asked += 1;
    return Promise.resolve(bankStatus === undefined ? null : { bankStatus });
  }

  capture(): Promise<object> {
    return Promise.resolve({ gatewayStatus: 'CAPTURED' });
  }

  pay(error: Error): Promise<never> {
    return Promise.reject(error);
  }

  async *list(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
  }
}

describe('the calls of a connector', () => {
  it('are counted by their outcome, and return the same answers', async () => {
    const metrics = new Metrics('mandate');
    const bank = new ConnectorCalls(metrics, 'bank').of(new Bank(), 'GW3');
    expect(bank).toBeInstanceOf(Bank);
    expect(bank.integrationId).toBe('GW3');
    expect(await bank.find('EXECUTED')).toEqual({ bankStatus: 'EXECUTED' });
    expect(await bank.find('EXECUTED')).toEqual({ bankStatus: 'EXECUTED' });
    expect(await bank.capture()).toEqual({ gatewayStatus: 'CAPTURED' });
    expect(await bank.find()).toBeNull();
    expect(bank.address()).toBe('asked 3');
    await expect(bank.pay(new BankUnavailable('no'))).rejects.toThrow(BankUnavailable);
    await expect(bank.pay(new BankRefused('no'))).rejects.toThrow(BankRefused);
    await expect(bank.pay(new RangeError('ours'))).rejects.toThrow(RangeError);
    for await (const each of bank.list()) expect(each).toBe(1);
    const text = await metrics.registry.metrics();
    const counted = text
      .split('\n')
      .filter((line) => line.startsWith('connector_calls_total{'))
      .map((line) => /call="(\w+)",outcome="(\w+)".* (\d+)$/.exec(line)?.slice(1).join(' '));
    expect(counted.sort()).toEqual([
      'capture CAPTURED 1',
      'find ANSWERED 1',
      'find EXECUTED 2',
      'pay FAILED 1',
      'pay REFUSED 1',
      'pay UNAVAILABLE 1',
    ]);
    expect(text).toContain('connector_call_seconds_count{kind="bank",integration="GW3"');
  });
});

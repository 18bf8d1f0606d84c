import { AddressRule } from './address-rule.js';
import { NameResolver } from './name-resolver.js';
import { TargetsService, TargetRefused } from './targets.service.js';

class FakeResolver extends NameResolver {
  asked: string[] = [];
  constructor(private readonly answers: Readonly<Record<string, readonly string[] | Error>>) {
    super();
  }

  override resolve(host: string): Promise<readonly string[]> {
    this.asked.push(host);
    const answer = this.answers[host] ?? [];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }
}

const resolver = () =>
  new FakeResolver({
    'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
    'private.example': ['10.0.0.1'],
    'mixed.example': ['93.184.216.34', '127.0.0.1'],
    'local.example': ['127.0.0.1'],
    'silent.example': new Error('time-out'),
  });
const closed = () => new TargetsService(new AddressRule([]), resolver());
const opened = () => new TargetsService(new AddressRule(['127.0.0.0/8']), resolver());

describe('a webhook URL, with no range opened:', () => {
  it.each([
    'https://public.example/hook',
    'https://public.example:443/hook?x=1#y',
    'https://public.example:8443',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]/',
    'https://unknown.example/is-not-there-yet',
    'https://silent.example/',
  ])('%s is allowed', async (url) => {
    await expect(closed().assertAllowed(url)).resolves.toBeUndefined();
  });

  it.each([
    ['only https', 'http://public.example/'],
    ['only https', 'http://public.example:443/'],
    ['only http and https', 'ftp://public.example/'],
    ['only http and https', 'file:///etc/passwd'],
    ['only http and https', 'gopher://127.0.0.1:6379/_x'],
    ['only ports', 'https://public.example:22/'],
    ['only ports', 'https://public.example:80/'],
    ['only ports', 'https://public.example:5432/'],
    ['only https', 'http://unknown.example/'],
    ['only https', 'https://unknown.example:8080/'],
    ['credentials', 'https://user:secret@public.example/'],
    ['credentials', 'https://user@public.example/'],
    ['public internet', 'https://private.example/'],
    ['public internet', 'https://mixed.example/'],
    ['public internet', 'https://localhost/'],
    ['public internet', 'https://127.0.0.1/'],
    ['public internet', 'https://127.1/'],
    ['public internet', 'https://2130706433/'],
    ['public internet', 'https://0x7f.0.0.1/'],
    ['public internet', 'https://0177.0.0.1/'],
    ['public internet', 'https://169.254.169.254/latest/meta-data'],
    ['public internet', 'https://[::1]/'],
    ['public internet', 'https://[::ffff:127.0.0.1]/'],
    ['public internet', 'https://[64:ff9b::7f00:1]/'],
    ['public internet', 'https://①②⑦.⓪.⓪.①/'],
  ])('%s: %s is refused', async (reason, url) => {
    const check = new TargetsService(
      new AddressRule([]),
      new FakeResolver({
        'public.example': ['93.184.216.34'],
        'private.example': ['10.0.0.1'],
        'mixed.example': ['93.184.216.34', '127.0.0.1'],
        localhost: ['127.0.0.1', '::1'],
      }),
    );
    await expect(check.assertAllowed(url)).rejects.toMatchObject({
      code: 'WEBHOOK_URL_NOT_ALLOWED',
      explanation: expect.stringContaining(reason) as string,
    });
  });
});

describe('a webhook URL, with a range opened:', () => {
  it.each(['http://local.example:3000/', 'https://local.example:3000/', 'http://127.0.0.1:9/'])(
    '%s is allowed, with http or https and any port',
    async (url) => {
      await expect(opened().assertAllowed(url)).resolves.toBeUndefined();
    },
  );

  it.each(['ftp://127.0.0.1/', 'ws://local.example/', 'file://127.0.0.1/x', 'javascript:alert(1)'])(
    '%s is refused for its scheme',
    async (url) => {
      await expect(opened().assertAllowed(url)).rejects.toMatchObject({
        code: 'WEBHOOK_URL_NOT_ALLOWED',
        explanation: expect.stringContaining('only http and https') as string,
      });
    },
  );

  it.each(['http://public.example/', 'http://mixed.example/', 'https://private.example/'])(
    '%s is refused as without the range',
    async (url) => {
      await expect(opened().assertAllowed(url)).rejects.toThrow('WEBHOOK_URL_NOT_ALLOWED');
    },
  );
});

describe('a connection to a webhook target', () => {
  const target = { protocol: 'https:', host: 'public.example', port: '' };

  it('resolves the name once, and gets all checked addresses', async () => {
    const names = resolver();
    const check = new TargetsService(new AddressRule([]), names);
    expect(await check.resolve(target)).toEqual(['93.184.216.34', '2606:2800:220:1::1']);
    expect(names.asked).toEqual(['public.example']);
  });

  it('is refused as a whole when one of the addresses is not allowed', async () => {
    await expect(closed().resolve({ ...target, host: 'mixed.example' })).rejects.toThrow(
      TargetRefused,
    );
  });

  it('fails for a name without an address, and when the lookup fails', async () => {
    await expect(closed().resolve({ ...target, host: 'unknown.example' })).rejects.toThrow(
      'has no address',
    );
    await expect(closed().resolve({ ...target, host: 'silent.example' })).rejects.toThrow(
      'time-out',
    );
  });

  it('to an IP address needs no lookup', async () => {
    const names = resolver();
    const check = new TargetsService(new AddressRule([]), names);
    await expect(check.resolve({ ...target, host: '[::1]' })).rejects.toThrow(TargetRefused);
    expect(names.asked).toEqual([]);
  });
});

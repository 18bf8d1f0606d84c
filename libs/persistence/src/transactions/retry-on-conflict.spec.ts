import { retryOnConflict } from './retry-on-conflict.js';

const conflict = (constraint: string): Error =>
  Object.assign(new Error('duplicate key'), { code: '23505', constraint });

function failing(...errors: Error[]): { work: () => Promise<string>; tries: () => number } {
  let tries = 0;
  const work = (): Promise<string> => {
    const error = errors[tries];
    tries += 1;
    return error ? Promise.reject(error) : Promise.resolve('done');
  };
  return { work, tries: () => tries };
}

describe('a conflict with another request', () => {
  it('is retried', async () => {
    const { work, tries } = failing(conflict('one_each'));
    await expect(retryOnConflict(['one_each'], work)).resolves.toBe('done');
    expect(tries()).toBe(2);
  });

  it('is reported after three tries', async () => {
    const { work, tries } = failing(...Array.from({ length: 9 }, () => conflict('one_each')));
    await expect(retryOnConflict(['one_each'], work)).rejects.toThrow('duplicate key');
    expect(tries()).toBe(3);
  });

  it('is a fault over another constraint, like any other error', async () => {
    for (const error of [conflict('another'), new Error('lost')]) {
      const { work, tries } = failing(error);
      await expect(retryOnConflict(['one_each'], work)).rejects.toBe(error);
      expect(tries()).toBe(1);
    }
  });
});

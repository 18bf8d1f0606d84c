import { eventually } from './eventually.js';

describe('eventually', () => {
  it('returns the first value of the probe', async () => {
    const answers = [undefined, null, false, 0] as const;
    let asked = 0;
    const value = await eventually(() => answers[asked++]);
    expect(value).toBe(0);
    expect(asked).toBe(4);
  });

  it('ignores errors until the deadline', async () => {
    let asked = 0;
    const probe = () => {
      asked += 1;
      if (asked < 3) throw new Error('not yet');
      return 'ready';
    };
    await expect(eventually(probe)).resolves.toBe('ready');
  });

  it('names the awaited condition and the last state', async () => {
    let seen = 0;
    const waiting = eventually(() => Promise.resolve(++seen > 1000), {
      deadlineMs: 30,
      describe: () => `a thousand (saw ${seen > 0 ? 'some' : 'none'})`,
    });
    await expect(waiting).rejects.toThrow(
      'waited 30 ms for a thousand (saw some); last state: false',
    );
  });

  it('shows the last error, and keeps it as the cause', async () => {
    const failure = new Error('connection refused');
    const waiting = eventually(() => Promise.reject(failure), {
      deadlineMs: 20,
      describe: 'the server',
    });
    await expect(waiting).rejects.toMatchObject({
      message: 'waited 20 ms for the server; last state: connection refused',
      cause: failure,
    });
  });
});

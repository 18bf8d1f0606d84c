import { freePort } from './free-port.js';

const own = process.env['JEST_WORKER_ID'];
afterEach(() => {
  process.env['JEST_WORKER_ID'] = own;
});

const portsOf = async (worker: string): Promise<number[]> => {
  process.env['JEST_WORKER_ID'] = worker;
  const ports: number[] = [];
  for (let drawn = 0; drawn < 50; drawn += 1) ports.push(await freePort());
  return ports;
};

describe('a free port of a test worker', () => {
  it('is never given to another worker', async () => {
    const [one, two] = [await portsOf('1'), await portsOf('2')];
    expect(new Set(one.map((port) => port % 8))).toEqual(new Set([1]));
    expect(new Set(two.map((port) => port % 8))).toEqual(new Set([2]));
  });
});

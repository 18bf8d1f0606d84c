import { StartError, type EndedPart } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { Healer } from './healer.js';

const TIMES = { firstMs: 1, longestMs: 4, steadyMs: 60_000 };
const END = new StartError('DIED', 'kafka ended.');

function healed(start: () => Promise<void>, times = TIMES) {
  const lines: string[] = [];
  const part: EndedPart = { name: 'kafka', start };
  const healer = new Healer({ log: (line) => lines.push(line), times });
  healer.ended(END, part);
  return { healer, lines, part };
}

const delaysOf = (lines: readonly string[]) =>
  lines.map((line) => Number(/again in ([\d.]+) s/.exec(line)?.[1]) * 1_000);

describe('the restarter of local servers', () => {
  it('retries a server that cannot start ever more slowly, and never gives up', async () => {
    let starts = 0;
    const { healer, lines } = healed(() => {
      starts += 1;
      return starts < 9 ? Promise.reject(END) : Promise.resolve();
    });
    await eventually(() => starts === 9);
    healer.stop();
    expect(delaysOf(lines)).toEqual([1, 2, 4, 4, 4, 4, 4, 4, 4]);
    expect(lines[3]).not.toContain('the other parts run on');
    expect(lines[4]).toContain('It ended 5 times; the other parts run on.');
  });

  it('begins with the first delay again after a steady run', async () => {
    let starts = 0;
    const times = { firstMs: 1, longestMs: 4, steadyMs: 0 };
    const { healer, lines, part } = healed(() => Promise.resolve(void (starts += 1)), times);
    await eventually(() => starts === 1);
    healer.ended(END, part);
    await eventually(() => starts === 2);
    healer.stop();
    expect(delaysOf(lines)).toEqual([1, 1]);
  });
});

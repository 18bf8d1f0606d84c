import type { CustomerAppId } from '@towpath/kernel';
import { RunningDownloads } from './running-downloads.js';

const app = (name: string) => name as CustomerAppId;

describe('running downloads', () => {
  it('are at most two per customer app, and a place that is released twice is free once', () => {
    const downloads = new RunningDownloads();
    const [first] = [downloads.enter(app('a')), downloads.enter(app('a'))];
    expect(() => downloads.enter(app('a'))).toThrow('Too many statements');
    downloads.enter(app('b'));
    first?.leave();
    first?.leave();
    downloads.enter(app('a'));
    expect(() => downloads.enter(app('a'))).toThrow('Too many statements');
  });

  it('are at most sixteen in all', () => {
    const downloads = new RunningDownloads();
    for (let index = 0; index < 16; index += 1) downloads.enter(app(`app-${index >> 1}`));
    expect(() => downloads.enter(app('another'))).toThrow('Too many statements');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileKeyProvider, keyFileName, newKeyFile } from './file-key-provider.js';
import { keyPurpose, MissingKey } from './key-provider.js';

const NOTES = keyPurpose('notes');
const KEY = Buffer.alloc(32, 9).toString('base64');
const SHORT_KEY = Buffer.alloc(16, 9).toString('base64');

let folder: string;
let provider: FileKeyProvider;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  provider = new FileKeyProvider({ folder, service: 'specimen' });
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeKeys = (content: unknown) =>
  writeFileSync(
    join(folder, keyFileName('specimen', NOTES)),
    typeof content === 'string' ? content : JSON.stringify(content),
  );

describe('key files', () => {
  it('provide all versions and the current one', () => {
    writeKeys({ current: 'v2', keys: { v1: newKey(1), v2: newKey(2) } });
    const set = provider.keySet(NOTES);
    expect(set.current).toBe('v2');
    expect([...set.keys.keys()]).toEqual(['v1', 'v2']);
    expect(set.keys.get('v2')).toEqual(Buffer.alloc(32, 2));
  });

  it('can be replaced by new ones, each with another key', () => {
    expect(newKeyFile()).not.toBe(newKeyFile());
    writeKeys(newKeyFile());
    expect(provider.keySet(NOTES).keys.get('v1')).toHaveLength(32);
  });

  it.each([
    ['no JSON', `{"current": "${KEY}`],
    ['no object', 'null'],
    ['no keys', { current: 'v1' }],
    ['a short key', { current: 'v1', keys: { v1: SHORT_KEY } }],
    ['a key that is no text', { current: 'v1', keys: { v1: 5 } }],
    ['an unusable version', { current: 'V 1', keys: { 'V 1': KEY } }],
    ['no such current version', { current: 'v2', keys: { v1: KEY } }],
    ['no current version', { keys: { v1: KEY } }],
  ])('are refused with %s, without showing a key', (_kind, content) => {
    writeKeys(content);
    const message = failureOf(() => provider.keySet(NOTES));
    expect(message).toContain('specimen.notes.json');
    expect(message).not.toContain(KEY);
    expect(message).not.toContain(SHORT_KEY);
  });

  it('are all named at once when they are missing', () => {
    writeKeys(newKeyFile());
    const purposes = [NOTES, keyPurpose('letters'), keyPurpose('cards')];
    const message = failureOf(() => provider.require(purposes));
    expect(message).toContain('specimen.letters.json cannot be read (ENOENT)');
    expect(message).toContain('specimen.cards.json');
    expect(message).not.toContain('notes');
  });

  it('cannot be read from outside their folder', () => {
    expect(() => keyPurpose('../../etc/passwd')).toThrow(TypeError);
  });
});

function newKey(fill: number): string {
  return Buffer.alloc(32, fill).toString('base64');
}

function failureOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof MissingKey) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

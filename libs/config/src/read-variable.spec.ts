import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, PostgresVariable, Variable, loadConfig, type Environment } from './index.js';

class SecretConfig {
  @PostgresVariable('Where data are.') databaseUrl: string;
  @Variable('No secret.', { default: 'none' }) title: string;
}

describe('a secret that is read from a file', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'towpath-secret-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  function fileWith(content: string): string {
    const path = join(folder, 'database-url');
    writeFileSync(path, content);
    return path;
  }

  function problemsOf(environment: Environment): readonly string[] {
    try {
      loadConfig(SecretConfig, environment);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
  }

  it('loses the line end that editors leave', () => {
    const environment = { DATABASE_URL_FILE: fileWith('postgres://host/db\n') };
    expect(loadConfig(SecretConfig, environment).databaseUrl).toBe('postgres://host/db');
  });

  it('is checked like a secret in the environment, and is not shown in an error', () => {
    const environment = { DATABASE_URL_FILE: fileWith('mysql://hunter2') };
    expect(problemsOf(environment)).toEqual(['DATABASE_URL must be a postgres:// URL.']);
  });

  it('may not also be set in the environment', () => {
    const environment = {
      DATABASE_URL: 'postgres://a',
      DATABASE_URL_FILE: fileWith('postgres://b'),
    };
    expect(problemsOf(environment)).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE are both set: leave one out.',
    ]);
  });

  it.each([
    ['cannot be read', () => join(folder, 'nowhere'), 'a file that cannot be read (ENOENT).'],
    ['is empty', () => fileWith('  \n'), 'an empty file.'],
  ])('is missed by name when the file %s', (_case, file, expected) => {
    const environment = { DATABASE_URL_FILE: file() };
    expect(problemsOf(environment)).toEqual([`DATABASE_URL_FILE names ${expected}`]);
  });

  it('is ignored for a variable that is not secret', () => {
    const environment = { DATABASE_URL: 'postgres://a', TITLE_FILE: fileWith('from a file') };
    expect(loadConfig(SecretConfig, environment).title).toBe('none');
  });
});

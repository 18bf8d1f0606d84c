import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialsOf } from './credentials.js';

const APP = {
  base_url: 'http://127.0.0.1:8080',
  client_id: 'id',
  client_secret: 'secret',
  redirect_uris: ['http://127.0.0.1:8090/callback'],
};
const ENVIRONMENT = {
  TOWPATH_URL: 'https://api.example.com',
  TOWPATH_CLIENT_ID: 'other id',
  TOWPATH_CLIENT_SECRET: 'other secret',
};

let root: string;
let inside: string;
const keep = (text: string) => writeFileSync(join(root, '.data/sandbox-app.json'), text);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'towpath-cli-'));
  inside = join(root, 'shop/src');
  for (const folder of [inside, join(root, '.data')]) mkdirSync(folder, { recursive: true });
  keep(JSON.stringify(APP));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('the app is that of npm start, in this folder or one above it', () => {
  const expected = { baseUrl: APP.base_url, clientId: 'id', clientSecret: 'secret' };
  for (const folder of [root, inside])
    expect(credentialsOf({}, folder)).toMatchObject({
      ...expected,
      redirectUris: APP.redirect_uris,
    });
  expect(credentialsOf({ DATA_DIR: join(root, '.data') }, tmpdir())).toMatchObject(expected);
});

it('the app that the environment names comes first', () => {
  expect(credentialsOf(ENVIRONMENT, inside)).toEqual({
    baseUrl: 'https://api.example.com',
    clientId: 'other id',
    clientSecret: 'other secret',
    redirectUris: [],
  });
});

// Otherwise the secret of one app would be sent to the address of another one.
it.each(Object.keys(ENVIRONMENT))('an environment without %s is refused', (missing) => {
  const env = { ...ENVIRONMENT, [missing]: '' };
  expect(() => credentialsOf(env, inside)).toThrow(`${missing} must be set too.`);
});

it.each(['api.example.com', 'ftp://api.example.com', 'http://'])('%p is no address', (url) => {
  expect(() => credentialsOf({ ...ENVIRONMENT, TOWPATH_URL: url }, inside)).toThrow('TOWPATH_URL');
});

it.each([
  ['{', 'cannot be read'],
  ['[]', 'has no base_url'],
  ['null', 'is no JSON object'],
  [JSON.stringify({ ...APP, client_secret: undefined }), 'has no client_secret'],
])('a file with %p %s', (text, message) => {
  keep(text);
  expect(() => credentialsOf({}, inside)).toThrow(message);
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findJava } from './java.js';
import type { KeyStore } from './kafka-properties.js';

export interface MadeKeyStore extends KeyStore {
  /** PEM of the certificate, which signed itself. */
  readonly certificate: string;
}

export interface NewKeyStore {
  readonly folder: string;
  /** Name of its file and its owner. */
  readonly name: string;
  /** Other hosts that the certificate is for. */
  readonly hosts?: readonly string[];
}

/** A key and a certificate for 127.0.0.1, made with Java's own tool. */
export function makeKeyStore({ folder, name, hosts = [] }: NewKeyStore): MadeKeyStore {
  const keytool = findJava().replace(/java(\.exe)?$/, 'keytool$1');
  const file = join(folder, `${name}.p12`);
  const password = 'no-secret';
  const store = ['-keystore', file, '-storepass', password, '-storetype', 'PKCS12'];
  const key = ['-alias', name, '-keyalg', 'EC', '-groupname', 'secp256r1', '-validity', '30'];
  const subject = [
    '-dname',
    `CN=${name}`,
    '-ext',
    ['san=ip:127.0.0.1', 'localhost', ...hosts].join(',dns:'),
  ];
  const run = (args: readonly string[]) => execFileSync(keytool, [...args], { stdio: 'pipe' });
  run(['-genkeypair', ...store, ...key, ...subject]);
  const certificate = run(['-exportcert', '-rfc', ...store, '-alias', name]).toString();
  return { file, password, certificate };
}

export default async function globalTeardown() {
  await globalThis.towpathTestServers?.stop();
}

export default async function globalTeardown() {
  const parts = [globalThis.towpathSharedSystem, globalThis.towpathTestServers];
  const ends = await Promise.allSettled(parts.map((part) => part?.stop()));
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

export default async function globalTeardown() {
  const { towpathSharedSystem, towpathSharedSandbox, towpathTestServers } = globalThis;
  // Its database is dropped before the server stops.
  const [sandbox] = await Promise.allSettled([towpathSharedSandbox?.stop()]);
  const parts = [towpathSharedSystem, towpathTestServers];
  const ends = [sandbox, ...(await Promise.allSettled(parts.map((part) => part?.stop())))];
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

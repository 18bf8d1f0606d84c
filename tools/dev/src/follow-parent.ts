const POLL_MS = 300;

/**
 * npm hands SIGTERM to the shell that it runs a script in, and that shell ends without telling us:
 * under npm, the end of our parent is the signal.
 */
export function onParentEnd(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, POLL_MS);
  timer.unref();
}

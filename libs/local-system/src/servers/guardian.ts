import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

// Reads its orders from a pipe that only this process holds: the pipe closes when this process
// ends, however it ends, and what is still on the list is ended then.
const SCRIPT = `
trap '' INT TERM HUP
list=""
while read -r order pid signal; do
  case $order in
    watch) list="$list $pid:$signal" ;;
    forget)
      kept=""
      for entry in $list; do [ "\${entry%%:*}" = "$pid" ] || kept="$kept $entry"; done
      list=$kept ;;
  esac
done
for entry in $list; do kill -s "\${entry##*:}" "\${entry%%:*}" 2>/dev/null; done
tries=0
while [ $tries -lt 50 ]; do
  alive=""
  for entry in $list; do kill -0 "\${entry%%:*}" 2>/dev/null && alive=yes; done
  [ -z "$alive" ] && exit 0
  sleep 0.1
  tries=$((tries + 1))
done
for entry in $list; do kill -s KILL "\${entry%%:*}" 2>/dev/null; done
`;

let shell: ChildProcess | undefined;

/**
 * Sends `stopSignal` to `pid` if this process dies without stopping it (a crash, kill -9). Windows
 * has no such guard; a later start finds the process by its pid file.
 */
export function endWithParent(pid: number, stopSignal: NodeJS.Signals): void {
  order(`watch ${pid} ${stopSignal.replace(/^SIG/, '')}`);
}

/** The process has ended: its pid may be another's from now on. */
export function releaseFromParent(pid: number): void {
  order(`forget ${pid}`);
}

function order(line: string): void {
  if (process.platform === 'win32') return;
  shell ??= startShell();
  shell.stdin?.write(`${line}\n`);
}

function startShell(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'process-guardian'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.on('error', () => (shell = undefined));
  child.on('exit', () => (shell = undefined));
  child.stdin.on('error', () => (shell = undefined));
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}

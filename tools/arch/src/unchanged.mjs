// Generated files are checked in: generating them changes nothing that git does not know of. Staged
// changes are known, so that a check passes before the commit.
import { execFileSync } from 'node:child_process';

const GENERATED = ['docs/generated', '.env.example', 'k8s', 'libs/sdk/src/generated'];
const listed = (...command) =>
  execFileSync('git', [...command, '--', ...GENERATED], { encoding: 'utf8' });
const changed =
  listed('diff', '--name-only') + listed('ls-files', '--others', '--exclude-standard');
if (changed) {
  process.stderr.write(
    `Generated files were out of date and are written anew. Look at them, "git add" them, and run the check again:\n${changed}`,
  );
  process.exit(1);
}

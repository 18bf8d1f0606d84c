// Generated files are checked in: after generating, git must see no change in them.
import { execFileSync } from 'node:child_process';

const GENERATED = ['docs/generated', '.env.example', 'k8s'];
const changed = execFileSync('git', ['status', '--porcelain', '--', ...GENERATED], {
  encoding: 'utf8',
}).trim();
if (changed) {
  process.stderr.write(
    `Generated files are out of date; run "npm run generate" and commit them:\n${changed}\n`,
  );
  process.exit(1);
}

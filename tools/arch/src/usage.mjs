/** Prints the usage if the command line contains `--help` or `-h`, and returns whether it does. */
export function printsUsage(usage) {
  const isAsked = process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h');
  if (isAsked) process.stdout.write(usage);
  return isAsked;
}

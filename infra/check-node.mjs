// Plain JavaScript that any Node version can run: npm runs this before the main scripts, since older versions cannot even parse the
// sources.
const WANTED = 24;

const major = Number(process.versions.node.split('.')[0]);
if (major < WANTED) {
  console.error(
    `Expertscope runs on Node ${WANTED}, this is Node ${process.versions.node}: the project's own Node ${WANTED} is missing, ` +
      'because the install script of the package "node" did not run. Run `npm ci` with scripts allowed, or install Node ' +
      `${WANTED} yourself.`,
  );
  process.exit(1);
}

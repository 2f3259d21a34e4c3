// Plain JavaScript that any Node version can run: it runs before `npm start` and `npm test`, since older versions cannot parse the sources.
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

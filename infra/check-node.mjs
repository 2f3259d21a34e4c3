// Plain JavaScript that any Node version can run: it runs before `npm start` and `npm test`, since older versions cannot parse the sources.
const REQUIRED_MAJOR = 24;

const major = Number(process.versions.node.split('.')[0]);
if (major < REQUIRED_MAJOR) {
  console.error(
    `Expertscope needs Node ${REQUIRED_MAJOR}, but this is Node ${process.versions.node}. The project's own Node ${REQUIRED_MAJOR} is missing, because ` +
      'the install script of the "node" package did not run. Run `npm ci` with install scripts enabled, or install Node ' +
      `${REQUIRED_MAJOR} yourself.`,
  );
  process.exit(1);
}

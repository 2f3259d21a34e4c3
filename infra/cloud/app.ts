import { fileURLToPath } from 'node:url';
import { App } from 'aws-cdk-lib';
import { addStage } from './add-stage.ts';
import { buildArtifacts } from './artifacts/artifacts.ts';
import { readSettings, SettingsError } from './settings/read-settings.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What `cdk` runs: the stage the context asks for, with everything built from the sources. */
function main(): void {
  const app = new App();
  const settings = readSettings(app.node.getAllContext());
  addStage(app, { settings, artifacts: buildArtifacts(ROOT) });
  app.synth();
}

try {
  main();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  // The sentence alone: a stack trace would bury it.
  console.error(error.message);
  process.exitCode = 1;
}

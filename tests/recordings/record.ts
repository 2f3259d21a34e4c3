import { readConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import { readArguments, runCommand } from '#infra/command.ts';
import {
  describeProviders,
  openRecording,
  recordingFetch,
  saveRecording,
} from '#infra/local/recording/record.ts';
import { startSimulatedProviders } from '#infra/local/simulated-providers.ts';
import { collectSearch } from '#tests/support/collect-search.ts';
import { CASES, folderOf } from './cases.ts';
import { faultyFetch } from './faulty-fetch.ts';

const USAGE =
  'npm run record: records every shipped case of tests/recordings anew, at the simulated providers.';

async function main(given: readonly string[]): Promise<void> {
  readArguments(given, { options: {}, usage: USAGE });
  const simulated = await startSimulatedProviders();
  const { providers: config, sensitiveCriteria } = readConfig({
    PROVIDERS: 'simulated',
    OPENAI_STRUCTURED_OUTPUT: 'on',
    OPENAI_BASE_URL: simulated.openaiBaseUrl,
    SERPAPI_BASE_URL: simulated.serpapiBaseUrl,
    PROFILE_BASE_URL: simulated.enrichLayerBaseUrl,
  });
  for (const each of CASES) {
    const { name, content, deepResearch, faults = [] } = each;
    const session = openRecording(folderOf(each), name, {
      secrets: [],
      search: { content, deepResearch },
      providers: describeProviders(config, true),
      sensitiveCriteria,
    });
    const recorded = recordingFetch(session, faultyFetch(faults, fetch));
    const providers = createProviders(config, { fetch: recorded }).open();
    await collectSearch({ providers, content, deepResearch });
    console.info(await saveRecording(session));
  }
  await simulated.close();
}

await runCommand(main);

// Loading CDK and synthesizing takes seconds in each worker. As separate files these would be spread over all workers and repeat both,
// at twice the processor time, so they are one.
import './stack/access.ts';
import './stack/data.ts';
import './stack/edge-functions.ts';
import './stack/firewall.ts';
import './stack/functions.ts';
import './stack/identity.ts';
import './stack/observation.ts';
import './stack/served-site.ts';
import './stack/settings.ts';
import './stack/simulated-providers.ts';
import './stack/site.ts';
import './stack/stages.ts';
import './stack/table-access.ts';

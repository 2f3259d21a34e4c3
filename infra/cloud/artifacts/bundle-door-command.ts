import process from 'node:process';
import { bundleDoor } from './bundle-door.ts';

/** `node bundle-door-command.ts <entry> <output folder>`: CDK waits for nothing that is asynchronous, but for a process it does. */
const [entry = '', outputFolder = ''] = process.argv.slice(2);
await bundleDoor({ entry, outputFolder });

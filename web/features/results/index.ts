export { clipOfAnswer } from './clips.ts';
export { Results } from './results.tsx';
